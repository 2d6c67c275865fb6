namespace RgPolicy.Dbms.SqlServer.Poll;

/// <summary>One row of the poll; fixed-size values only, so that reading it allocates nothing.</summary>
/// <param name="SessionId">The session.</param>
/// <param name="RequestId">The request in it: 0 but for several at once on one connection.</param>
/// <param name="Started">When the request began, by the server's local clock, as the server gives it.</param>
/// <param name="Connection">The server's name of the connection; with the session's number it names the
/// session.</param>
/// <param name="Kind">What its command says.</param>
/// <param name="Key">Database and hashes; hashes are 0 where the statement has none (yet).</param>
/// <param name="StartOffset">Where the statement begins in its batch, bytes.</param>
/// <param name="EndOffset">Where it ends, bytes; -1 is the end of the batch.</param>
/// <param name="BlockedBy">The session that it waits for, or 0.</param>
/// <param name="WaitsForLock">It waits for a lock.</param>
/// <param name="IsHealthCheck">It waits, or waited last, as only the health check of a cluster does.</param>
/// <param name="Group">Its workload group; another one than the session's last request had where a pool
/// has handed the connection on.</param>
/// <param name="Dop">Its degree of parallelism; 0 where the server does not tell.</param>
/// <param name="Figures">What it has used so far.</param>
internal readonly record struct RequestRow(
    int SessionId,
    int RequestId,
    DateTime Started,
    Guid Connection,
    StatementKind Kind,
    RequestKey Key,
    int StartOffset,
    int EndOffset,
    int BlockedBy,
    bool WaitsForLock,
    bool IsHealthCheck,
    int Group,
    int Dop,
    RequestFigures Figures
)
{
    private const int BitsOfSession = 16;

    /// <summary>The number that names the backend everywhere: the session's, and for further requests of the same
    /// session one that no session has.</summary>
    public int BackendId => BackendOf(SessionId, RequestId);

    public static int BackendOf(int sessionId, int requestId) => sessionId | requestId << BitsOfSession;

    public static int SessionOf(int backendId) => backendId & ((1 << BitsOfSession) - 1);

    public bool IsSameSession(in RequestRow other) =>
        Connection == other.Connection && Key.Database == other.Key.Database;

    public bool IsSameRequest(in RequestRow other) => Started == other.Started && Connection == other.Connection;

    public bool IsSameStatement(in RequestRow other) =>
        IsSameRequest(other)
        && Key == other.Key
        && StartOffset == other.StartOffset
        && EndOffset == other.EndOffset
        && Kind == other.Kind;
}

/// <summary>What one poll returned; the list is used again by the next one.</summary>
internal sealed class RequestSnapshot
{
    public List<RequestRow> Requests { get; } = [];
    public DateTimeOffset Time { get; set; }
    public bool SeesAll { get; set; }

    public void Clear()
    {
        Requests.Clear();
        SeesAll = false;
    }
}

/// <summary>What plans and texts are kept by: the database, and the server's hashes of the statement
/// and of its plan.</summary>
internal readonly record struct RequestKey(int Database, long QueryHash, long PlanHash);

/// <summary>What is read once of a request that is new: whose it is, and where its plan is.</summary>
/// <param name="SessionId">The session.</param>
/// <param name="RequestId">The request in it.</param>
/// <param name="Started">When the request began, by the server's local clock.</param>
/// <param name="Connection">The server's name of the connection.</param>
/// <param name="Key">Database and hashes at that moment.</param>
/// <param name="Database">The database's name; empty where it may not be seen.</param>
/// <param name="Login">The login that the session began with.</param>
/// <param name="App">The application's name.</param>
/// <param name="Host">The client's name of its host.</param>
/// <param name="IsUser">False for the server's own sessions.</param>
/// <param name="IsDedicated">It came over the dedicated administrator connection.</param>
/// <param name="PlanHandle">Where the plan is; null while there is none.</param>
/// <param name="StartOffset">Where the statement begins in its batch, bytes.</param>
/// <param name="EndOffset">Where it ends, bytes; -1 is the end.</param>
internal sealed record RequestDetail(
    int SessionId,
    int RequestId,
    DateTime Started,
    Guid Connection,
    RequestKey Key,
    string Database,
    string Login,
    string App,
    string Host,
    bool IsUser,
    bool IsDedicated,
    byte[]? PlanHandle,
    int StartOffset,
    int EndOffset
);

/// <summary>A session whose names were read.</summary>
/// <param name="Row">The row that they were read for.</param>
/// <param name="Facts">Its login, application and host.</param>
/// <param name="IsHidden">It belongs to the server itself and is not shown.</param>
/// <param name="Exemption">Why it is never governed, or null.</param>
internal sealed record KnownSqlServerSession(RequestRow Row, SessionFacts Facts, bool IsHidden, string? Exemption);
