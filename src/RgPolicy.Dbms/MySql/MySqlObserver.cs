using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.History;
using RgPolicy.Dbms.MySql.Kill;
using RgPolicy.Dbms.MySql.Live;
using RgPolicy.Dbms.MySql.Plans;
using RgPolicy.Dbms.MySql.Poll;
using RgPolicy.Dbms.Pacing;

namespace RgPolicy.Dbms.MySql;

internal sealed class MySqlObserver : ServerObserver
{
    private static readonly TimeSpan PollTimeout = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan LoginInterval = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan SlowAbove = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan SlowestAbove = TimeSpan.FromMilliseconds(12.5);

    private readonly MySqlConnectionOptions _connection;
    private readonly OwnBackends _own;
    private readonly SessionTable _table;
    private readonly MySqlPlanLookup _plans;
    private readonly LivePlans? _live;
    private readonly MySqlHistoryCache? _history;
    private readonly ThreadUsage? _usage;
    private readonly PollPace _pace;
    private readonly TransactionPace _transactionPace;
    private readonly UnreportedTexts _untold;
    private readonly PollLink<MySqlPollSession> _link;
    private readonly TimeProvider _time;
    private readonly SessionSnapshot _snapshot = new();
    private readonly OpenTransactions _transactions = new();
    private readonly List<SessionWait> _waits = [];
    private long? _loginsRead;

    private MySqlObserver(
        MySqlConnectionOptions connection,
        MySqlPollSession session,
        OwnBackends own,
        MySqlObserverOptions options,
        TimeProvider time
    )
        : base(session.Traits.FactsAt(connection.Target), PollTimeout)
    {
        (_connection, _own, _time) = (connection, own, time);
        var traits = session.Traits;
        WhyNoThreads = traits.HasThreadPerSession
            ? null
            : $"has thread_handling = {traits.ThreadHandling}, so its sessions have no threads of their own";
        var namesThreads = traits is { ProcessId: not null, HasThreadPerSession: true };
        _table = new SessionTable(own, namesThreads);
        _plans = new MySqlPlanLookup(traits, connection, own, options, time);
        _live = traits.CountsLive ? new LivePlans(traits, time) : null;
        _history = traits.HasPerformanceSchema
            ? new MySqlHistoryCache(connection, own, traits, options.CachedPlans, Noted, time)
            : null;
        _usage = namesThreads && traits.ProcessId is { } process ? new ThreadUsage(process) : null;
        _pace = PollPace.Slowing(options.PollInterval, SlowAbove, SlowestAbove, time);
        _transactionPace = new TransactionPace(time);
        _untold = new UnreportedTexts(time);
        _link = new PollLink<MySqlPollSession>(token => MySqlPollSession.OpenAsync(connection, own, token), session)
        {
            Pause = new LoginPause(MySqlFailure.IsFull, time),
            Refusal = static e => e as ObserveException,
            Opened = BeginAnew,
        };
        Noted.Set("traits", MySqlTraitNotes.Of(traits));
    }

    /// <summary>Why its sessions cannot be governed by their threads, in words that follow "it"; null where they
    /// can.</summary>
    public string? WhyNoThreads { get; }

    public override TimeSpan PollInterval => _pace.Interval;

    public override TimeSpan? ServerCpu => _own.Cpu;

    /// <summary>What a poll costs the server, the median of the last 20: processor time of the poll's thread where it
    /// is on this host, else elapsed time; null before there are that many.</summary>
    public TimeSpan? PollCost => _pace.Median;

    /// <summary>Connects, and makes sure that everything a poll needs is there.</summary>
    /// <exception cref="ObserveException">It cannot be observed; the message says what to do.</exception>
    public static async Task<MySqlObserver> ConnectAsync(
        MySqlConnectionOptions connection,
        TimeProvider time,
        MySqlObserverOptions options,
        CancellationToken cancellationToken
    )
    {
        var own = MySqlBackends.Own(connection.IsLocal);
        var session = await MySqlPollSession.OpenAsync(connection, own, cancellationToken);
        var observer = new MySqlObserver(connection, session, own, options, time);
        try
        {
            await RightCheck.RequireAsync(session, connection, cancellationToken);
            await observer.PollAsync(findBlocking: false, cancellationToken);
            return observer;
        }
        catch
        {
            await observer.DisposeAsync();
            throw;
        }
    }

    private protected override async Task<string?> EndAsync(ObservedQuery query, CancellationToken cancellationToken)
    {
        if (_link.Current is not { } session)
            return "the server cannot be reached";
        if (_table.Find(query.ProcessId) is not { } statement || statement.Started != query.Started)
            return StatementKill.Ended;
        return statement.Handed is { Exemption: null, Session.IsSuperuser: false }
            ? await StatementKill.RunAsync(session, statement, cancellationToken)
            : "it is one that is never ended";
    }

    private protected override bool IsExpected(Exception failure) => MySqlFailure.IsExpected(failure);

    private protected override ObserveException Polling(Exception failure, bool isLate) =>
        MySqlFailure.Polling(_connection, failure);

    private protected override string Reason(Exception failure) => MySqlFailure.Reason(failure);

    private protected override Task DropAsync() => _link.DropAsync();

    public override Task WaitForPlanAsync(CancellationToken cancellationToken) =>
        _plans.Cache.WaitAsync(cancellationToken);

    public override async ValueTask DisposeAsync()
    {
        await _plans.DisposeAsync();
        if (_history is not null)
            await _history.DisposeAsync();
        await _link.DisposeAsync();
    }

    private void BeginAnew(MySqlPollSession session)
    {
        _table.ForgetSessions();
        _loginsRead = null;
        Noted.Set("traits", MySqlTraitNotes.Of(session.Traits));
        Noted.Set("source", []);
    }

    private protected override async Task ReadAsync(bool findBlocking, CancellationToken cancellationToken)
    {
        var session = await _link.GetAsync(cancellationToken);
        await ReadLoginsAsync(session, cancellationToken);
        var (began, cpu) = (_time.GetTimestamp(), session.Cpu);
        _snapshot.Time = _time.GetUtcNow();
        var isFresh = await ReadSessionsAsync(session, cancellationToken);
        _table.Update(_snapshot, session.Source.HasExactStarts);
        if (!isFresh && cpu is not null)
            isFresh = await ReadTransactionsEarlyAsync(session, cancellationToken);
        var read = _snapshot.Time + _time.GetElapsedTime(began);
        if (isFresh)
            await ReadWaitsAsync(session, cancellationToken);
        _table.Take(_transactions, _waits, isFresh ? read : null);
        if (_live is not null)
            await _live.UpdateAsync(session.Link, _table.Ordered, _snapshot.Time, cancellationToken);
        if (_pace.Add(cpu is null ? _time.GetElapsedTime(began) : (session.Cpu ?? cpu.Value) - cpu.Value))
            Noted.Set("pace", _pace.Note is { } note ? [note] : []);
        if (session.Traits.HasPerformanceSchema && _table.WithoutApp() is { Count: > 0 } sessions)
            _table.Take(await SessionApps.ReadAsync(session.Link, sessions, cancellationToken));
        _usage?.Update(_table.Ordered, _snapshot.Time);
    }

    /// <summary>Reads the sessions and, where it is time, the open transactions.</summary>
    private async Task<bool> ReadSessionsAsync(MySqlPollSession session, CancellationToken cancellationToken)
    {
        if (session.MayMissStatements && await _untold.AreThereAsync(session.Link, cancellationToken))
        {
            session.ReadListOfSessions();
            Noted.Set("source", MySqlTraitNotes.UnreportedTexts);
        }

        var isSettled = _table.IsSettled && !_transactionPace.IsDue(isCalm: true);
        if (isSettled && await session.Sessions.AreTheSameAsync(_snapshot, _table, cancellationToken))
            return false;
        var isFresh = _transactionPace.IsDue(isCalm: _table.Ordered.Count == 0);
        await session.Sessions.RunAsync(_snapshot, _table, isFresh ? _transactions : null, cancellationToken);
        return isFresh;
    }

    /// <summary>Reads the open transactions out of turn where a statement's place hangs on them.</summary>
    private async Task<bool> ReadTransactionsEarlyAsync(MySqlPollSession session, CancellationToken cancellationToken)
    {
        if (!_table.AwaitsTransactions || _transactionPace.RestBeforeSoonest() is not { } rest)
            return false;
        await Task.Delay(rest, _time, cancellationToken);
        await session.Sessions.ReadTransactionsAsync(_transactions, cancellationToken);
        return true;
    }

    private async Task ReadLoginsAsync(MySqlPollSession session, CancellationToken cancellationToken)
    {
        if (_loginsRead is { } read && _time.GetElapsedTime(read) < LoginInterval)
            return;
        var superusers = await Superusers.ReadAsync(session.Link, cancellationToken);
        _table.Take(superusers, await LoginRoles.ReadAsync(session.Link, cancellationToken));
        Noted.Set("superusers", superusers.Logins is null ? [RightCheck.NoSuperusers] : []);
        _loginsRead = _time.GetTimestamp();
    }

    private async Task ReadWaitsAsync(MySqlPollSession session, CancellationToken cancellationToken)
    {
        _waits.Clear();
        int[] running = [.. _table.Ordered.Select(each => each.Row.SessionId)];
        if (_transactions.MayWait)
            await session.Locks.ReadRowsAsync(_transactions.AreUntold, running, _waits, cancellationToken);
        SessionRow[] waiting =
        [
            .. _table
                .Ordered.Select(each => each.Row)
                .Where(each => (each.Flags & SessionFlags.Waits) != SessionFlags.None),
        ];
        if (waiting.Length > 0)
            await session.Locks.ReadMetadataAsync(waiting, running, _waits, cancellationToken);
        _transactionPace.Read();
    }

    private protected override Observation Observe()
    {
        _plans.Cache.MarkSeen();
        _history?.Update();
        var queries = _table.HandOut(Last.Queries, HandOut);
        ImmutableArray<LockWait> waits =
        [
            .. _waits.Select(each => new LockWait(
                _table.BackendOf(each.Waiter),
                _table.BackendOf(each.Blocker),
                each.IsAdvisory
            )),
        ];
        return new Observation(_snapshot.Time, queries)
        {
            Blocking = waits
                .Distinct()
                .GroupBy(each => each.Blocker)
                .ToDictionary(each => each.Key, each => each.Count()),
            LockWaits = waits,
            Figures = [.. _table.Ordered.Select(Figures)],
        };
    }

    private ObservedQuery HandOut(RunningStatement statement)
    {
        _plans.Update(statement, _snapshot.Time);
        statement.History = _history?.Find(statement);
        return StatementObservation.Of(statement);
    }

    private static RequestFigures Figures(RunningStatement statement) =>
        new(
            statement.Usage.Total?.Cpu,
            statement.Usage.Total?.ReadBytes,
            null,
            (statement.Live?.MemoryBytes ?? statement.Row.MemoryBytes) is > 0 and var memory ? memory : null,
            0
        );
}

internal sealed record MySqlObserverOptions : ObserverOptions
{
    /// <summary>The same text with other values may have another plan: each is asked for again after a minute.</summary>
    public MySqlObserverOptions() => PlanLifetime = TimeSpan.FromMinutes(1);
}
