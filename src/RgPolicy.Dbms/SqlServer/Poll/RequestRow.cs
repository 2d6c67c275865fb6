namespace RgPolicy.Dbms.SqlServer.Poll;

/// <summary>One row of the poll; fixed-size values only, so that reading it allocates nothing.</summary>
/// <remarks><c>RequestId</c>: the request in it: 0 but for several at once on one connection. <c>Started</c>: when the
/// request began, by the server's local clock, as the server gives it. <c>Connection</c>: the server's name of the
/// connection; with the session's number it names the session. <c>Key</c>: database and hashes; hashes are 0 where the
/// statement has none (yet). <c>StartOffset</c>: where the statement begins in its batch, bytes. <c>EndOffset</c>:
/// where it ends, bytes; -1 is the end of the batch. <c>BlockedBy</c>: the session that it waits for, or 0.
/// <c>IsHealthCheck</c>: it waits, or waited last, as only the health check of a cluster does. <c>Group</c>: its
/// workload group; another one than the session's last request had where a pool has handed the connection on.
/// <c>Dop</c>: its degree of parallelism; 0 where the server does not tell. <c>Figures</c>: what it has used so
/// far.</remarks>
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
/// <remarks><c>Started</c>: when the request began, by the server's local clock. <c>Connection</c>: the server's name
/// of the connection. <c>Key</c>: database and hashes at that moment. <c>Database</c>: the database's name; empty where
/// it may not be seen. <c>Login</c>: the login that the session began with. <c>Host</c>: the client's name of its host.
/// <c>IsUser</c>: false for the server's own sessions. <c>IsDedicated</c>: it came over the dedicated administrator
/// connection. <c>PlanHandle</c>: where the plan is; null while there is none. <c>StartOffset</c>: where the statement
/// begins in its batch, bytes. <c>EndOffset</c>: where it ends, bytes; -1 is the end.</remarks>
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

/// <remarks><c>Row</c>: the row that they were read for. <c>IsHidden</c>: it belongs to the server itself and is not
/// shown. <c>Exemption</c>: why it is never governed, or null.</remarks>
internal sealed record KnownSqlServerSession(RequestRow Row, SessionFacts Facts, bool IsHidden, string? Exemption);
