namespace RgPolicy.Dbms.Configure;

/// <summary>Which server a plan is for.</summary>
/// <param name="Kind"><c>sqlserver</c>, <c>postgresql</c>, <c>mariadb</c> or <c>mysql</c>.</param>
/// <param name="Version">Its version, such as 16.0.4165.4.</param>
/// <param name="Edition">Its edition, or null where there are none.</param>
/// <param name="Name">What the server calls itself.</param>
public sealed record ServerIdentity(string Kind, string Version, string? Edition, string Name);
