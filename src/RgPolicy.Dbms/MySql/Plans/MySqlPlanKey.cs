namespace RgPolicy.Dbms.MySql.Plans;

/// <summary>What plans are kept by.</summary>
/// <param name="Database">The session's database, in which names without one are looked up.</param>
/// <param name="Fingerprint">The statement's.</param>
internal readonly record struct MySqlPlanKey(string Database, string Fingerprint);
