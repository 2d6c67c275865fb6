using RgPolicy.Dbms.PostgreSql.Explain;

namespace RgPolicy.Dbms.PostgreSql.Poll;

internal sealed class QueryTable(ServerNames names, OwnBackends own, int cachedStatements)
    : StatementTable<RunningQuery>
{
    private const int CachedSessions = 10_000;

    private readonly LeastRecentlyUsed<int, KnownPostgresSession> _sessions = new(CachedSessions);
    private readonly KnownStatements _statements = new(cachedStatements);
    private readonly List<int> _wanted = [];
    private readonly List<WaitingProcess> _waiting = [];
    private readonly LogWatch _log = new();
    private readonly ReadingBudget<uint> _budget = new();
    private DateTime _now;

    /// <summary>True when the server fills query ids: a query that has none yet then gets another
    /// poll's time to get one.</summary>
    public bool ExpectsQueryIds { get; set; }

    /// <summary>RgPolicy's own backends that plan: one with much work is among what runs.</summary>
    public PlanningWatch? Planning { get; set; }

    public bool IdsTellTables
    {
        set => _statements.IdsTellTables = value;
    }

    public void Update(ActivitySnapshot snapshot)
    {
        Begin();
        _now = snapshot.Time;
        foreach (var row in snapshot.Backends)
        {
            var plansFor = Planning?.HeavyFor(row.ProcessId);
            if (plansFor is not null || !IsOwn(row.ProcessId))
                See(row, snapshot.Time).PlansFor = plansFor;
        }

        if (Planning is { GivenUp: > 0 } planning)
            Forget(planning, snapshot.Backends);
        End();
        AttachWorkers(snapshot.Workers);
        FindWaiting(snapshot);
    }

    public IReadOnlyList<int> MissingTexts()
    {
        _wanted.Clear();
        foreach (var query in Sorted)
            if (LacksText(query))
                _wanted.Add(query.Row.ProcessId);
        return _wanted;
    }

    /// <summary>Takes in texts. A query that ended meanwhile gets the text of another execution of the same query id;
    /// else what its backend runs now takes its place: of a client that sends one short statement after the other no
    /// text would ever be read in time. Of many long texts those of the queries that have run longest come
    /// first.</summary>
    public void Add(List<ActivityText> texts)
    {
        _budget.Begin();
        foreach (var text in texts.OrderByDescending(SightingsOf))
        {
            if (!Running.TryGetValue(text.ProcessId, out var query) || query.Row.Connected != text.Connected)
                continue;
            SetSession(query, text);
            if (query.Statement is null && !_budget.Takes(query.Row.Login, text.Query))
                continue;
            if (HasBegunAnother(query, text))
                query.GoOn(text);
            if (IsOf(query.Row, text))
                SetStatement(query, text);
        }
    }

    private long SightingsOf(ActivityText text) =>
        Running.TryGetValue(text.ProcessId, out var query) ? query.Sightings : 0;

    /// <summary>Some command may run that a view of the server's tells the work of; the shortest are left
    /// out.</summary>
    public bool MayShowProgress
    {
        get
        {
            foreach (var query in Sorted)
                if (query is { Sightings: > 1, Statement.MayShowProgress: true })
                    return true;
            return false;
        }
    }

    /// <summary>Takes in the work that the server tells, by process id; null where it was not asked.</summary>
    public void SeeWork(IReadOnlyDictionary<int, PlanShape>? told)
    {
        foreach (var query in Sorted)
            query.SeeWork(told is not null && told.TryGetValue(query.Row.ProcessId, out var work) ? work : null);
    }

    public void SeeLog(DateTime now)
    {
        DateTime? since = null;
        foreach (var query in Sorted)
            if (query.WaitsForLogSince is { } start && !(start >= since) && !query.Loads)
                since = start;
        var letsLoadsOut = _log.LetsLoadsOut(now, since);
        foreach (var query in Sorted)
            query.SeeLog(letsLoadsOut);
    }

    /// <summary>Names of databases or logins changed: sessions are built anew.</summary>
    public void ForgetSessions()
    {
        _sessions.Clear();
        foreach (var query in Running.Values)
            (query.Session, query.Handed) = (null, null);
    }

    public IReadOnlyList<int> UnprovenWriters()
    {
        _wanted.Clear();
        foreach (var query in Sorted)
            if (query.MayHoldNoRows(_now))
                _wanted.Add(query.Row.ProcessId);
        return _wanted;
    }

    public void SeeWriters(IReadOnlyList<int> asked, IReadOnlySet<int> writers)
    {
        foreach (var processId in asked)
            if (Running.TryGetValue(processId, out var query))
                query.SeeRows(writers.Contains(processId), _now);
    }

    public bool OthersWait { get; private set; }

    public IReadOnlyList<WaitingProcess> WaitingForLocks() => _waiting;

    /// <summary>Whether a backend that the last poll saw runs something else by now, or nothing.</summary>
    public bool HasMovedOn(int processId, IReadOnlyDictionary<int, DateTime> starts) =>
        Running.TryGetValue(processId, out var query)
        && !(starts.TryGetValue(processId, out var started) && started == query.Row.Started);

    private static void Forget(PlanningWatch planning, List<ActivityRow> works) =>
        planning.Forget(processId => works.Exists(row => row.ProcessId == processId));

    private bool IsOwn(int processId) => own.Contains(processId) || Planning?.IsGivenUp(processId) == true;

    private RunningQuery See(in ActivityRow row, DateTime time)
    {
        if (
            !Running.TryGetValue(row.ProcessId, out var query)
            || !query.Row.IsSameSession(row)
            || !query.Row.GoesOnAs(row)
        )
            Running[row.ProcessId] = query = Begin(row);
        var isIdNew = query.Row.QueryId != row.QueryId;
        query.See(row, Poll, time);
        if (isIdNew)
            TakeId(query);
        return query;
    }

    private void TakeId(RunningQuery query)
    {
        var queryId = query.Row.QueryId;
        query.TakeById(
            query.Statement is { } byText ? _statements.WithId(byText, queryId) : _statements.Find(query.Row)
        );
    }

    private RunningQuery Begin(in ActivityRow row)
    {
        var query = new RunningQuery(row);
        if (_sessions.TryGet(row.ProcessId, out var session) && session.Row.IsSameSession(row))
            query.Session = session.Facts;
        query.Take(_statements.Find(row));
        return query;
    }

    /// <summary>RgPolicy's own connections, which plan what others run, would not profit from it.</summary>
    private void FindWaiting(ActivitySnapshot snapshot)
    {
        _waiting.Clear();
        foreach (var row in snapshot.Backends)
            AddWaiting(row);
        var clients = _waiting.Count;
        foreach (var row in snapshot.Workers)
            AddWaiting(row);
        foreach (var row in snapshot.OtherWaiters)
            AddWaiting(row);
        OthersWait = _waiting.Count > clients;
    }

    private void AddWaiting(in ActivityRow row)
    {
        if (row.WaitsForLock && !IsOwn(row.ProcessId))
            _waiting.Add(
                new WaitingProcess(
                    row.ProcessId,
                    row.LeaderId == 0 ? row.ProcessId : row.LeaderId,
                    row.WaitsForAdvisory
                )
            );
    }

    private void AttachWorkers(List<ActivityRow> workers)
    {
        workers.Sort(static (a, b) => (a.LeaderId, a.ProcessId).CompareTo((b.LeaderId, b.ProcessId)));
        foreach (var query in Running.Values)
        {
            var first = 0;
            while (first < workers.Count && workers[first].LeaderId < query.Row.ProcessId)
                first++;
            var end = first;
            var (isCritical, isElse, work) = (query.Row.IsCritical, IsElse(query.Row), query.Row.Work);
            for (; end < workers.Count && workers[end].LeaderId == query.Row.ProcessId; end++)
            {
                isCritical |= workers[end].IsCritical;
                isElse |= IsElse(workers[end]);
                work = work == WorkWait.None ? workers[end].Work : work;
            }

            query.Work = work;
            var isLogAlone = isCritical && !isElse;
            if (isCritical != query.IsCritical || isLogAlone != query.IsLogAlone)
                (query.IsCritical, query.IsLogAlone, query.Handed) = (isCritical, isLogAlone, null);
            if (IsSame(query.Workers, workers, first, end - first))
                continue;
            query.Workers = [.. workers.Skip(first).Take(end - first).Select(w => w.ProcessId)];
            query.Handed = null;
        }
    }

    // Critical, and not for the log.
    private static bool IsElse(in ActivityRow row) => row is { IsCritical: true, IsLog: false };

    private static bool IsSame(ImmutableArray<int> known, List<ActivityRow> workers, int first, int count)
    {
        if (known.Length != count)
            return false;
        for (var i = 0; i < count; i++)
            if (workers[first + i].ProcessId != known[i])
                return false;
        return true;
    }

    private bool LacksText(RunningQuery query)
    {
        if (query.Session is null)
            return true;
        if (query.Statement is { } statement)
            return query.IsTextOfAnother && !statement.Expectation.IsAsGoodAsOver(_now - query.Row.Started);
        return query.Row.QueryId != 0 || !ExpectsQueryIds || query.Sightings > 1;
    }

    // A query that has no id yet would be taken for one that never gets one.
    private bool HasBegunAnother(RunningQuery query, ActivityText text) =>
        query.Statement is null
        && text.IsRunning
        && text.Started > query.Row.Started
        && (text.QueryId != 0 || !ExpectsQueryIds);

    private static bool IsOf(in ActivityRow row, ActivityText text) =>
        row.Started == text.Started || (row.QueryId != 0 && row.QueryId == text.QueryId);

    private void SetSession(RunningQuery query, ActivityText text)
    {
        if (query.Session is not null)
            return;
        var login = names.Login(query.Row.Login);
        var facts = new SessionFacts(
            login.Name,
            text.App,
            text.Host,
            names.Database(query.Row.Database),
            login.IsSuperuser
        )
        {
            IsBackgroundWorker = query.Row.IsBackgroundWorker,
            Groups = login.Roles,
        };
        _sessions.Put(query.Row.ProcessId, new KnownPostgresSession(query.Row, text.App, text.Host, facts));
        (query.Session, query.Handed) = (facts, null);
    }

    // The text may show the id that the poll before it did not.
    private void SetStatement(RunningQuery query, ActivityText text)
    {
        var isOwn = query.Row.Started == text.Started;
        if (query.Statement is not null && !(isOwn && query.IsTextOfAnother))
            return;
        if (query.Row.QueryId == 0 && isOwn)
            query.Learn(text.QueryId);
        if (isOwn)
            query.TakeOwn(_statements.OwnOf(query.Row, text));
        else
            query.Take(_statements.Of(query.Row, text));
    }
}
