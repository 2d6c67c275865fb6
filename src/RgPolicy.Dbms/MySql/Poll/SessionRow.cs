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
