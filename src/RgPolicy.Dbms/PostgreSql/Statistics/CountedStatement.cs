namespace RgPolicy.Dbms.PostgreSql.Statistics;

/// <summary>A line of pg_stat_statements: one statement as one role ran it in one database.</summary>
/// <param name="Database">The database's oid.</param>
/// <param name="Login">The oid of the role that it ran as.</param>
/// <param name="QueryId">The server's query id.</param>
/// <param name="Text">The text with parameters in place of constants.</param>
/// <param name="IsCut">The text is longer than what was read of it.</param>
internal sealed record CountedStatement(uint Database, uint Login, long QueryId, string Text, bool IsCut)
{
    /// <summary>Executions.</summary>
    public required long Calls { get; init; }

    /// <summary>How long all of them took, ms.</summary>
    public required double TotalMilliseconds { get; init; }

    /// <summary>How long the longest took, ms.</summary>
    public required double LongestMilliseconds { get; init; }

    /// <summary>Buffers that all of them looked at.</summary>
    public required double Buffers { get; init; }

    /// <summary>Bytes of shared buffers that all of them read.</summary>
    public required double ReadBytes { get; init; }

    /// <summary>Bytes that all of them wrote to temporary files.</summary>
    public required double SpilledBytes { get; init; }

    /// <summary>Bytes of the log that all of them wrote.</summary>
    public required double LogBytes { get; init; }
}
