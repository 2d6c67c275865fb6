namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>One session that runs a statement, as a poll saw it; fixed-size values only.</summary>
/// <param name="SessionId">The server's number of the session.</param>
/// <param name="StatementId">What names the statement among those of its session.</param>
/// <param name="ThreadId">The operating system's number of its thread; 0 where the server does not tell.</param>
/// <param name="Age">How long it has been running.</param>
/// <param name="MemoryBytes">What the session has allocated; 0 where the server does not tell.</param>
/// <param name="Flags">What command and state say.</param>
internal readonly record struct SessionRow(
    int SessionId,
    long StatementId,
    int ThreadId,
    TimeSpan Age,
    long MemoryBytes,
    SessionFlags Flags
);

/// <summary>What command and state of a session say.</summary>
[Flags]
internal enum SessionFlags
{
    None = 0,
    Killed = 1,
    Commits = 2,

    /// <summary>It waits for a lock of a table, a schema or the whole server.</summary>
    WaitsForMetadata = 4,

    /// <summary>It waits for a lock that clients name (GET_LOCK).</summary>
    WaitsForUserLock = 8,

    Waits = WaitsForMetadata | WaitsForUserLock,
}

/// <summary>The texts of a session and of what it runs, read when one of them is new.</summary>
/// <param name="User">The login.</param>
/// <param name="Host">The client's host, without its port.</param>
/// <param name="Database">The session's database, or empty.</param>
/// <param name="Text">The statement's beginning.</param>
/// <param name="IsCut">The statement is longer.</param>
internal sealed record MySqlTexts(string User, string Host, string Database, string Text, bool IsCut)
{
    /// <summary>The server's digest of the statement, which MySQL tells while it runs; null where none is told.</summary>
    public string? Digest { get; init; }
}
