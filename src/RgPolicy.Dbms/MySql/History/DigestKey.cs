namespace RgPolicy.Dbms.MySql.History;

/// <summary>What earlier executions are found by.</summary>
/// <param name="Database">The session's database; empty for none.</param>
/// <param name="Form">The statement's <see cref="DigestForm"/>.</param>
internal readonly record struct DigestKey(string Database, string Form);
