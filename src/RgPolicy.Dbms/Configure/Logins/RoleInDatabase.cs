namespace RgPolicy.Dbms.Configure.Logins;

/// <summary>A login role of PostgreSQL in one of the databases that it may connect to.</summary>
/// <param name="Role">The role.</param>
/// <param name="Database">The database.</param>
internal readonly record struct RoleInDatabase(string Role, string Database);
