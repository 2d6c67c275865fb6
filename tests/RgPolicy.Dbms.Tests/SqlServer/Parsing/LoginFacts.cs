namespace RgPolicy.Dbms.Tests.SqlServer.Parsing;

/// <summary>What a session tells when it begins.</summary>
internal sealed record LoginFacts(string Login, string App, string Host, string Database, bool IsSysadmin, DateTime Utc);
