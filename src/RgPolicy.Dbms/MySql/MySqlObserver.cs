using System.Collections.Immutable;
using RgPolicy.Dbms.Connecting;
using RgPolicy.Dbms.Costs;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.History;
using RgPolicy.Dbms.MySql.Kill;
using RgPolicy.Dbms.MySql.Live;
using RgPolicy.Dbms.MySql.Plans;
using RgPolicy.Dbms.MySql.Poll;
using RgPolicy.Dbms.Pacing;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.MySql;

/// <summary>Watches a live MySQL or MariaDB.</summary>
public sealed class MySqlObserver : IObserver, IServerCost, IQueryCanceller
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
    private readonly SteppedPollPace _pace;
    private readonly TransactionPace _transactionPace;
    private readonly UntoldTexts _untold;
    private readonly LoginPause _login;
    private readonly TimeProvider _time;
    private readonly ObserverNotes _notes = new();
    private readonly SessionSnapshot _snapshot = new();
    private readonly OpenTransactions _transactions = new();
    private readonly List<SessionWait> _waits = [];
    private MySqlPollSession? _session;
    private long? _loginsRead;
    private Observation _last = new(DateTimeOffset.UnixEpoch, []);

    private MySqlObserver(
        MySqlConnectionOptions connection,
        MySqlPollSession session,
        OwnBackends own,
        MySqlObserverOptions options,
        TimeProvider time
    )
    {
        (_connection, _session, _own, _time) = (connection, session, own, time);
        var traits = session.Traits;
        Server = traits.FactsAt(connection.Target);
        WhyNoThreads = traits.HasThreadPerSession
            ? null
            : $"has thread_handling = {traits.ThreadHandling}, so its sessions have no threads of their own";
        var namesThreads = traits is { ProcessId: not null, HasThreadPerSession: true };
        _table = new SessionTable(own, namesThreads);
        _plans = new MySqlPlanLookup(traits, connection, own, options, time);
        _live = traits.CountsLive ? new LivePlans(traits, time) : null;
        _history = traits.HasPerformanceSchema
            ? new MySqlHistoryCache(connection, own, traits, options.CachedPlans, _notes, time)
            : null;
        _usage = namesThreads && traits.ProcessId is { } process ? new ThreadUsage(process) : null;
        _pace = new SteppedPollPace(options.PollInterval, SlowAbove, SlowestAbove, time);
        _transactionPace = new TransactionPace(time);
        _untold = new UntoldTexts(time);
        _login = new LoginPause(MySqlFailure.IsFull, time);
        _notes.Set("traits", MySqlTraitNotes.Of(traits));
    }

    /// <inheritdoc />
    public ServerFacts Server { get; }

    /// <summary>Why its sessions cannot be governed by their threads, in words that follow "it"; null where they
    /// can.</summary>
    public string? WhyNoThreads { get; }

    /// <inheritdoc />
    public TimeSpan PollInterval => _pace.Interval;

    /// <inheritdoc />
    public IReadOnlyList<string> Notes => _notes.All;

    /// <inheritdoc />
    public bool IsAtEnd => false;

    /// <inheritdoc />
    public TimeSpan? ServerCpu => _own.Cpu;

    /// <summary>
    /// What a poll costs the server, the median of the last 20: processor time of the poll's thread where it is on
    /// this host, else elapsed time; null before there are that many.
    /// </summary>
    public TimeSpan? PollCost => _pace.Median;

    /// <summary>Connects, and makes sure that everything a poll needs is there.</summary>
    /// <param name="connection">Where, and by which login.</param>
    /// <param name="time">The clock of this host.</param>
    /// <param name="options">How to observe.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    /// <exception cref="ObserveException">It cannot be observed; the message says what to do.</exception>
    public static async Task<MySqlObserver> ConnectAsync(
        MySqlConnectionOptions connection,
        TimeProvider time,
        MySqlObserverOptions options,
        CancellationToken cancellationToken
    )
    {
        ArgumentNullException.ThrowIfNull(connection);
        ArgumentNullException.ThrowIfNull(options);
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

    /// <inheritdoc />
    public async Task<Observation> PollAsync(bool findBlocking, CancellationToken cancellationToken)
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        try
        {
            timeout.CancelAfter(PollTimeout);
            var session = _session ??= await ReconnectAsync(timeout.Token);
            await ReadAsync(session, timeout.Token);
            return _last = Observe();
        }
        catch (Exception e) when (e is ObserveException || MySqlFailure.IsExpected(e))
        {
            await DropAsync();
            cancellationToken.ThrowIfCancellationRequested();
            throw e as ObserveException ?? MySqlFailure.Polling(_connection, e);
        }
    }

    /// <inheritdoc />
    public Observation Refresh() => _last = Observe();

    /// <inheritdoc />
    public async Task<string?> CancelAsync(ObservedQuery query, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(query);
        if (_session is not { } session)
            return "the server cannot be reached";
        if (_table.Find(query.ProcessId) is not { } statement || statement.Started != query.Started)
            return StatementKill.Ended;
        if (statement.Handed is not { Exemption: null, Session.IsSuperuser: false })
            return "it is one that is never ended";
        try
        {
            return await StatementKill.RunAsync(session, statement, cancellationToken);
        }
        catch (Exception e) when (MySqlFailure.IsExpected(e))
        {
            await DropAsync();
            cancellationToken.ThrowIfCancellationRequested();
            return MySqlFailure.Reason(e);
        }
    }

    /// <inheritdoc />
    public Task WaitForPlanAsync(CancellationToken cancellationToken) => _plans.Cache.WaitAsync(cancellationToken);

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await _plans.DisposeAsync();
        if (_history is not null)
            await _history.DisposeAsync();
        await DropAsync();
    }

    private async Task<MySqlPollSession> ReconnectAsync(CancellationToken cancellationToken)
    {
        _login.ThrowWhileRefused();
        try
        {
            var session = await MySqlPollSession.OpenAsync(_connection, _own, cancellationToken);
            _login.Connected();
            _table.ForgetSessions();
            _loginsRead = null;
            _notes.Set("traits", MySqlTraitNotes.Of(session.Traits));
            _notes.Set("source", []);
            return session;
        }
        catch (ObserveException failure)
        {
            _login.Failed(failure);
            throw;
        }
    }

    private async Task ReadAsync(MySqlPollSession session, CancellationToken cancellationToken)
    {
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
            _notes.Set("pace", _pace.Note is { } note ? [note] : []);
        if (session.Traits.HasPerformanceSchema && _table.WithoutApp() is { Count: > 0 } sessions)
            _table.Take(await SessionApps.ReadAsync(session.Link, sessions, cancellationToken));
        _usage?.Update(_table.Ordered, _snapshot.Time);
    }

    /// <summary>Reads the sessions and, where it is time, the open transactions.</summary>
    /// <returns>Whether the transactions were read.</returns>
    private async Task<bool> ReadSessionsAsync(MySqlPollSession session, CancellationToken cancellationToken)
    {
        if (session.MayMissStatements && await _untold.AreThereAsync(session.Link, cancellationToken))
        {
            session.ReadListOfSessions();
            _notes.Set("source", MySqlTraitNotes.UntoldTexts);
        }

        var isSettled = _table.IsSettled && !_transactionPace.IsDue(isCalm: true);
        if (isSettled && await session.Sessions.AreTheSameAsync(_snapshot, _table, cancellationToken))
            return false;

        var isFresh = _transactionPace.IsDue(isCalm: _table.Ordered.Count == 0);
        await session.Sessions.RunAsync(_snapshot, _table, isFresh ? _transactions : null, cancellationToken);
        return isFresh;
    }

    /// <summary>Reads the open transactions out of turn where a statement's place hangs on them.</summary>
    /// <returns>Whether they were read.</returns>
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
        _notes.Set("superusers", superusers.Logins is null ? [RightCheck.NoSuperusers] : []);
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

    private Observation Observe()
    {
        _plans.Cache.MarkSeen();
        _history?.Update();
        var changed = _table.Ordered.Count != _last.Queries.Length;
        for (var i = 0; i < _table.Ordered.Count; i++)
        {
            _plans.Update(_table.Ordered[i], _snapshot.Time);
            _table.Ordered[i].History = _history?.Find(_table.Ordered[i]);
            var query = StatementHandOut.Of(_table.Ordered[i]);
            changed = changed || !ReferenceEquals(query, _last.Queries[i]);
        }

        var queries = changed
            ? _table.Ordered.Select(each => each.Handed).OfType<ObservedQuery>().ToImmutableArray()
            : _last.Queries;
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

    private static RequestFigures Figures(RunningStatement statement) =>
        new(
            statement.Usage.Total?.Cpu,
            statement.Usage.Total?.ReadBytes,
            null,
            (statement.Live?.MemoryBytes ?? statement.Row.MemoryBytes) is > 0 and var memory ? memory : null,
            0
        );

    private async Task DropAsync()
    {
        if (_session is not { } session)
            return;
        _session = null;
        await session.DisposeAsync();
    }
}
