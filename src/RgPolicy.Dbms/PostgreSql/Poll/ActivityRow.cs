namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>One row of the poll; fixed-size values only, so that reading it allocates nothing.</summary>
/// <param name="ProcessId">The backend.</param>
/// <param name="LeaderId">The leader of a parallel worker, else 0.</param>
/// <param name="Database">The database's oid.</param>
/// <param name="Login">The login's oid.</param>
/// <param name="QueryId">The server's query id, 0 where it gives none.</param>
/// <param name="Started">When the query started, on the server's clock.</param>
/// <param name="Connected">When the session started; with the process id it names the session.</param>
/// <param name="AppHash">The server's hash of the application's name, which a session can change, never 0.</param>
/// <param name="WaitsForLock">It waits for a heavyweight lock.</param>
/// <param name="WaitsForAdvisory">That lock is an advisory one.</param>
/// <param name="HasWritten">Its transaction was open before this query, and has written.</param>
/// <param name="IsCritical">It commits, or holds or waits for a lightweight lock of all, as its wait
/// event shows.</param>
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
