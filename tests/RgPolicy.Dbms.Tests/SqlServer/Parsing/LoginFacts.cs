namespace RgPolicy.Dbms.Tests.SqlServer.Parsing;

/// <summary>What a session tells when it begins.</summary>
internal sealed record LoginFacts(string Login, string App, string Host, string Database, bool IsSysadmin, DateTime Utc)
{
    /// <summary>It may see what others run.</summary>
    public bool SeesServer { get; init; }

    /// <summary>The groups of its account; null for a login that is none of a domain.</summary>
    public string[]? Groups { get; init; }

    /// <summary>Where its sessions begin that name no database; null where the server does not tell.</summary>
    public string? DefaultDatabase { get; init; }
}
