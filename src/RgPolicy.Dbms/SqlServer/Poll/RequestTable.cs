using RgPolicy.Dbms.SqlServer.Roles;

namespace RgPolicy.Dbms.SqlServer.Poll;

internal sealed class RequestTable(
    ConcurrentDictionary<int, byte> own,
    LoginRules logins,
    Func<RunningRequest, bool> wantsHandle
) : StatementTable<RunningRequest>
{
    private const int CachedSessions = 10_000;
    private static readonly Dictionary<int, int> NobodyBlocks = [];

    private readonly LeastRecentlyUsed<int, KnownSqlServerSession> _sessions = new(CachedSessions);
    private readonly List<int> _wanted = [];
    private LoginRules _logins = logins;
    private Dictionary<int, int>? _blocking;

    public IReadOnlyDictionary<int, int> Blocking => _blocking ?? NobodyBlocks;

    /// <summary>Sessions that others wait for and that run nothing, ascending.</summary>
    public IReadOnlyList<int> SleepingBlockers =>
        _blocking is null
            ? []
            : [.. _blocking.Keys.Where(session => !Running.ContainsKey(session) && !own.ContainsKey(session)).Order()];

    /// <summary>Why it could not be told of some login whether it is a sysadmin; null where it could of all.</summary>
    public LoginDoubt? Doubt { get; private set; }

    public bool HasUnseenDatabases { get; private set; }

    /// <summary>Takes in which logins are sysadmins; when that has changed, every session is looked at anew.</summary>
    public void Take(Sysadmins sysadmins)
    {
        if (_logins.Sysadmins.IsSame(sysadmins))
            return;
        _logins = _logins with { Sysadmins = sysadmins };
        Doubt = null;
        _sessions.Clear();
        foreach (var request in Running.Values)
            request.Session = null;
    }

    public void Update(RequestSnapshot snapshot)
    {
        Begin();
        _blocking = null;
        foreach (var row in snapshot.Requests)
            if (!own.ContainsKey(row.SessionId))
                See(row, snapshot.Time.Offset);
        End();
    }

    public IReadOnlyList<int> MissingDetails()
    {
        _wanted.Clear();
        foreach (var request in Sorted)
        {
            if (request.Session is null || (request.PlanHandle is null && !request.HasNoHandle && wantsHandle(request)))
                _wanted.Add(request.Row.SessionId);
        }

        return _wanted;
    }

    /// <summary>Takes in details; those of a request that ended meanwhile are not used for it.</summary>
    public void Add(List<RequestDetail> details)
    {
        foreach (var detail in details)
        {
            var backend = RequestRow.BackendOf(detail.SessionId, detail.RequestId);
            if (!Running.TryGetValue(backend, out var request) || request.Row.Connection != detail.Connection)
                continue;
            SetSession(request, detail);
            if (
                request.Row.Started != detail.Started
                || request.Row.Key != detail.Key
                || request.Row.StartOffset != detail.StartOffset
            )
                continue;
            (request.PlanHandle, request.HasNoHandle) = (detail.PlanHandle, detail.PlanHandle is not { Length: > 0 });
        }
    }

    private void See(in RequestRow row, TimeSpan offset)
    {
        if (!Running.TryGetValue(row.BackendId, out var request) || !request.Row.IsSameStatement(row))
            Running[row.BackendId] = request = Begin(row, request, offset);
        else if (request.Row.WaitsForLock != row.WaitsForLock)
            request.Handed = null;
        request.Row = row;
        request.SeenAt = Poll;
        if (row.IsHealthCheck && request.Session is { Exemption: null } session)
            Exempt(request, session);
        if (row.BlockedBy > 0)
            Count(row.BlockedBy);
    }

    /// <summary>What was once seen as a health check stays one, also between two of its waits.</summary>
    private void Exempt(RunningRequest request, KnownSqlServerSession session)
    {
        request.Session = session with { Exemption = ServerDuties.Reason };
        request.Handed = null;
        _sessions.Put(request.Row.SessionId, request.Session);
    }

    /// <summary>Clocks are set twice a year: a request keeps the start that it was first seen with.</summary>
    private RunningRequest Begin(in RequestRow row, RunningRequest? before, TimeSpan offset)
    {
        var started =
            before is not null && before.Row.IsSameRequest(row)
                ? before.Started
                : new DateTimeOffset(row.Started, offset).ToUniversalTime();
        var request = new RunningRequest(row, started);
        if (_sessions.TryGet(row.SessionId, out var session) && session.Row.IsSameSession(row))
            request.Session = session;
        return request;
    }

    private void Count(int blocker)
    {
        _blocking ??= [];
        _blocking.TryGetValue(blocker, out var waiting);
        _blocking[blocker] = waiting + 1;
    }

    private void SetSession(RunningRequest request, RequestDetail detail)
    {
        if (request.Session is not null || request.Row.Key.Database != detail.Key.Database)
            return;
        HasUnseenDatabases |= detail is { IsUser: true, Database.Length: 0 };
        var verdict = _logins.Of(detail.Login);
        if (detail is { IsUser: true, Login.Length: > 0 })
            Doubt ??= verdict.Doubt;
        var facts = new SessionFacts(detail.Login, detail.App, detail.Host, detail.Database, verdict.IsSysadmin);
        var exemption = detail.IsDedicated
            ? "the dedicated administrator connection"
            : verdict.Exemption ?? OfDuty(request.Row, detail);
        request.Session = new KnownSqlServerSession(request.Row, facts, !detail.IsUser, exemption);
        request.Handed = null;
        _sessions.Put(request.Row.SessionId, request.Session);
    }

    private string? OfDuty(in RequestRow row, RequestDetail detail) =>
        row.IsHealthCheck || (ServerDuties.IsOne(detail.Login, detail.App) && !_logins.IsGoverned(detail.Login))
            ? ServerDuties.Reason
            : null;
}

internal sealed class RunningRequest(RequestRow row, DateTimeOffset started) : IRunning
{
    public RequestRow Row { get; set; } = row;
    public DateTimeOffset Started { get; } = started;

    public int BackendId => Row.BackendId;

    public long SeenAt { get; set; }
    public KnownSqlServerSession? Session { get; set; }

    /// <summary>Where its plan is; null until it is known.</summary>
    public byte[]? PlanHandle { get; set; }

    public bool HasNoHandle { get; set; }
    public PlanAnswer? Answer { get; set; }

    /// <summary>What is told of the statement until its text is known.</summary>
    public StatementFacts? Statement { get; set; }

    public (PlanFacts Plan, int Dop, long Grant, PlanFacts AsRun)? LastPlan { get; set; }

    /// <summary>What was handed out last; null when something changed since.</summary>
    public ObservedQuery? Handed { get; set; }
}
