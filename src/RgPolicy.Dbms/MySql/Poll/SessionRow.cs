namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>One session that runs a statement, as a poll saw it; fixed-size values only.</summary>
/// <remarks><c>SessionId</c>: the server's number of the session. <c>StatementId</c>: what names the statement among
/// those of its session. <c>ThreadId</c>: the operating system's number of its thread; 0 where the server does not
/// tell. <c>Age</c>: how long it has been running. <c>MemoryBytes</c>: what the session has allocated; 0 where the
/// server does not tell.</remarks>
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
/// <remarks><c>Host</c>: the client's host, without its port. <c>Database</c>: the session's database, or empty.
/// <c>IsCut</c>: the statement is longer.</remarks>
internal sealed record MySqlTexts(string User, string Host, string Database, string Text, bool IsCut)
{
    /// <summary>The server's digest of the statement, which MySQL tells while it runs; null where none is told.</summary>
    public string? Digest { get; init; }
}
