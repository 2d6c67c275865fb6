namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>One row of the poll; fixed-size values only, so that reading it allocates nothing.</summary>
/// <remarks><c>LeaderId</c>: the leader of a parallel worker, else 0. <c>QueryId</c>: the server's query id, 0 where it
/// gives none. <c>Started</c>: when the query started, on the server's clock. <c>Connected</c>: when the session
/// started; with the process id it names the session. <c>AppHash</c>: the server's hash of the application's name,
/// which a session can change, never 0. <c>WaitsForLock</c>: it waits for a heavyweight lock. <c>WaitsForAdvisory</c>:
/// that lock is an advisory one. <c>HasWritten</c>: its transaction was open before this query, and has written.
/// <c>IsCritical</c>: it commits, or holds or waits for a lightweight lock of all, as its wait event shows.</remarks>
internal readonly record struct ActivityRow(
    int ProcessId,
    int LeaderId,
    uint Database,
    uint Login,
    long QueryId,
    DateTime Started,
    DateTime Connected,
    long AppHash,
    bool WaitsForLock,
    bool WaitsForAdvisory,
    bool HasWritten,
    bool IsCritical
)
{
    public bool IsBackgroundWorker { get; init; }
    public bool IsLog { get; init; }

    /// <summary>Its transaction began with it, or at most 50 ms before: drivers that use the extended protocol begin
    /// the transaction of a single statement before they have it run.</summary>
    public bool BeganWithTransaction { get; init; }

    public WorkWait Work { get; init; }

    public bool IsSameSession(in ActivityRow other) =>
        ProcessId == other.ProcessId
        && Connected == other.Connected
        && Login == other.Login
        && AppHash == other.AppHash
        && Database == other.Database;

    public bool HoldsTheSame(in ActivityRow other) =>
        WaitsForLock == other.WaitsForLock
        && HasWritten == other.HasWritten
        && BeganWithTransaction == other.BeganWithTransaction
        && IsCritical == other.IsCritical
        && IsLog == other.IsLog;

    /// <summary>True when this and a later row are of one execution of one statement: its query id may show
    /// only after a while.</summary>
    public bool GoesOnAs(in ActivityRow later) =>
        Started == later.Started && (QueryId == 0 || QueryId == later.QueryId);
}

/// <summary>A session whose names were read, and the row that they were read for.</summary>
internal sealed record KnownPostgresSession(ActivityRow Row, string App, string Host, SessionFacts Facts);
