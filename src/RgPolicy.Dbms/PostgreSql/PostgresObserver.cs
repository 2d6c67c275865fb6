using System.Collections.Immutable;
using Npgsql;
using RgPolicy.Dbms.Connecting;
using RgPolicy.Dbms.Costs;
using RgPolicy.Dbms.PostgreSql.Cancel;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Dbms.PostgreSql.Poll;
using RgPolicy.Dbms.PostgreSql.Usage;
using RgPolicy.Dbms.Starting;
using RgPolicy.Dbms.Usage;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.PostgreSql;

/// <summary>Watches a live PostgreSQL server.</summary>
public sealed class PostgresObserver : IObserver, IQueryCanceller, IStatementWatch, IServerCost
{
    private static readonly TimeSpan PollTimeout = TimeSpan.FromSeconds(2);

    private readonly PostgresConnectionOptions _connection;
    private readonly PostgresObserverOptions _options;
    private readonly OwnBackends _own;
    private readonly ServerNames _names;
    private readonly QueryTable _table;
    private readonly PostgresPlanLookup _plans;
    private readonly UsageSampler? _usage;
    private readonly StartSteps _reconnectSteps;
    private readonly StartSteps _startSteps;
    private readonly PostgresPollPace _pace;
    private readonly ShutdownWatch _shutdown;
    private readonly LoginPause _login;
    private readonly TraitWatch _traits;
    private readonly ObserverNotes _notes = new();
    private readonly ActivitySnapshot _snapshot = new();
    private string[] _planNotes = [];
    private PostgresPollConnection? _link;
    private Task<PostgresPollConnection>? _reconnecting;
    private Observation _last;

    private PostgresObserver(
        PostgresConnectionOptions connection,
        PostgresPollConnection link,
        OwnBackends own,
        TimeProvider time,
        PostgresObserverOptions options
    )
    {
        (_connection, _link, _own) = (connection, link, own);
        (_startSteps, _reconnectSteps) = (
            StepsOf(connection, time, options.StartReport),
            StepsOf(connection, time, null)
        );
        var traits = link.Traits;
        Server = link.FactsFor(connection);
        _pace = new PostgresPollPace(options.PollInterval, time);
        _shutdown = new ShutdownWatch(connection, Server.IsLocal ? traits.DataDirectory : null, own, time);
        _names = new ServerNames(time);
        _table = new QueryTable(_names, own, options.CachedPlans);
        _plans = new PostgresPlanLookup(connection, own, traits, options, _notes, time);
        _table.Planning = _plans.Planning;
        _usage = Server.IsLocal ? new UsageSampler(new ProcUsageReader()) : null;
        _last = new Observation(DateTimeOffset.UnixEpoch, []);
        _login = new LoginPause(PostgresError.IsFull, time);
        _traits = new TraitWatch(connection, time);
        _options = options;
        TakeIn(traits);
    }

    /// <inheritdoc />
    public ServerFacts Server { get; }

    /// <inheritdoc />
    public TimeSpan PollInterval => _pace.Interval;

    /// <inheritdoc />
    public IReadOnlyList<string> Notes => _notes.All;

    /// <inheritdoc />
    public bool IsAtEnd => false;

    /// <summary>
    /// The server's own cost of a poll, median over the last 20: processor time of the poll's backend
    /// where its process is on this host, else elapsed time by the server's clock; null before 20 polls.
    /// </summary>
    public TimeSpan? LastCost { get; private set; }

    /// <inheritdoc />
    public TimeSpan? ServerCpu => _own.Cpu;

    /// <summary>Connects, and makes sure that everything a poll needs is there.</summary>
    /// <param name="connection">Where, and by which login.</param>
    /// <param name="time">The clock of this host.</param>
    /// <param name="options">How to observe.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    /// <exception cref="ObserveException">It cannot be observed; the message says what to do.</exception>
    public static async Task<PostgresObserver> ConnectAsync(
        PostgresConnectionOptions connection,
        TimeProvider time,
        PostgresObserverOptions options,
        CancellationToken cancellationToken
    )
    {
        ArgumentNullException.ThrowIfNull(connection);
        ArgumentNullException.ThrowIfNull(options);
        var own = PostgresBackends.Own(connection.IsLocal);
        PostgresPollConnection? link = null;
        try
        {
            link = await PostgresPollConnection.OpenAsync(
                connection,
                own,
                StepsOf(connection, time, options.StartReport),
                cancellationToken
            );
            RequireStatistics(connection, link.Traits.ReadsAllStatistics);
            return new PostgresObserver(connection, link, own, time, options);
        }
        catch (Exception e)
        {
            if (link is not null)
                await link.DisposeAsync();
            if (cancellationToken.IsCancellationRequested || e is ObserveException || !PostgresError.IsExpected(e))
                throw;
            throw PostgresError.Connecting(connection, e);
        }
    }

    /// <summary>
    /// Polls once, so that texts and plans of what runs are on their way while the rest of the start is
    /// done, and opens the channel for plans beside it. A poll that fails is left to the first one that counts.
    /// </summary>
    /// <param name="cancellationToken">Ends the attempt.</param>
    /// <exception cref="ObserveException">The server answers no more.</exception>
    public async Task WarmUpAsync(CancellationToken cancellationToken)
    {
        await _startSteps.RunAsync(StartStep.FirstPoll, TryPollAsync, cancellationToken);
        _ = OpenPlanChannelAsync();
    }

    private async Task<bool> TryPollAsync(CancellationToken cancellationToken)
    {
        try
        {
            await PollAsync(findBlocking: true, cancellationToken);
            return true;
        }
        catch (ObserveException)
        {
            // The first poll that counts says it.
            return false;
        }
    }

    private async Task OpenPlanChannelAsync()
    {
        try
        {
            await _startSteps.RunAsync(
                StartStep.PlanChannel,
                async _ =>
                {
                    await _plans.WarmUpAsync();
                    return true;
                },
                CancellationToken.None
            );
        }
        catch (Exception e) when (e is ObserveException || PostgresError.IsExpected(e))
        {
            // It was reported; each query that needs a plan says why it has none.
        }
    }

    /// <inheritdoc />
    public async Task<Observation> PollAsync(bool findBlocking, CancellationToken cancellationToken)
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        try
        {
            timeout.CancelAfter(PollTimeout);
            var link = _link ??= await ReconnectedAsync(timeout.Token);
            await LeaveIfStoppingAsync();
            await ReadActivityAsync(link, timeout.Token);
            if (!findBlocking)
                return _last = Observe();
            var waits = await link.Locks.ReadAsync(_table.WaitingForLocks(), timeout.Token);
            return _last = Observe() with { Blocking = LockWaits.CountByBlocker(waits), LockWaits = waits };
        }
        catch (Exception e) when (e is ObserveException || PostgresError.IsExpected(e))
        {
            await DropLinkAsync();
            cancellationToken.ThrowIfCancellationRequested();
            throw e as ObserveException ?? PostgresError.Polling(_connection, e);
        }
    }

    /// <inheritdoc />
    public Observation Refresh() => _last = Observe() with { Blocking = _last.Blocking, LockWaits = _last.LockWaits };

    /// <inheritdoc />
    public Task WaitForPlanAsync(CancellationToken cancellationToken) => _plans.Cache.WaitAsync(cancellationToken);

    /// <inheritdoc />
    public async Task<bool> HaveMovedOnAsync(IReadOnlyList<int> processIds, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(processIds);
        if (_link is not { } link)
            return false;
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timeout.CancelAfter(PollTimeout);
        try
        {
            var starts = await link.Starts.ReadAsync([.. processIds], timeout.Token);
            return processIds.Any(id => _table.HasMovedOn(id, starts));
        }
        catch (Exception e) when (PostgresError.IsExpected(e))
        {
            // The next poll connects again, or says what is wrong.
            await DropLinkAsync();
            cancellationToken.ThrowIfCancellationRequested();
            return false;
        }
    }

    /// <inheritdoc />
    public async Task<string?> CancelAsync(ObservedQuery query, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(query);
        if (_link is not { } link)
        {
            return "the server cannot be reached";
        }

        try
        {
            return await QueryCancellation.RunAsync(
                link.Session,
                query,
                _connection.ClientBackendTypes,
                cancellationToken
            );
        }
        catch (Exception e) when (PostgresError.IsExpected(e))
        {
            await DropLinkAsync();
            cancellationToken.ThrowIfCancellationRequested();
            return e.Message;
        }
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await _plans.DisposeAsync();
        await DropLinkAsync();
        if (
            _reconnecting is { } reconnecting
            && await Task.WhenAny(reconnecting) is { IsCompletedSuccessfully: true } late
        )
            await (await late).DisposeAsync();
    }

    /// <summary>A slow server may take longer to connect to than a poll may take: the next poll goes on
    /// waiting.</summary>
    private async Task<PostgresPollConnection> ReconnectedAsync(CancellationToken cancellationToken)
    {
        _login.ThrowWhileRefused();
        var reconnecting = _reconnecting ??= ReconnectAsync();
        await Task.WhenAny(reconnecting, Task.Delay(Timeout.Infinite, cancellationToken));
        cancellationToken.ThrowIfCancellationRequested();
        _reconnecting = null;
        try
        {
            var link = await reconnecting;
            _login.Connected();
            TakeIn(link.Traits);
            return link;
        }
        catch (PostgresException e)
        {
            var failure = PostgresError.Connecting(_connection, e);
            _login.Failed(failure);
            throw failure;
        }
    }

    /// <summary>What may change while a server runs: a standby is promoted, an extension made, a
    /// setting reloaded.</summary>
    private void TakeIn(ServerTraits traits)
    {
        _table.ExpectsQueryIds = traits.ComputesQueryIds;
        _table.IdsTellTables = PostgresPlanLookup.TellsTables(traits);
        _plans.TakeIn(traits);
        _notes.Set("traits", [.. TraitNotes.Of(traits, _options, _connection.User)]);
    }

    private async Task<PostgresPollConnection> ReconnectAsync()
    {
        try
        {
            return await PostgresPollConnection.OpenAsync(_connection, _own, _reconnectSteps, CancellationToken.None);
        }
        catch (PostgresException e) when (e.SqlState == PostgresErrorCodes.TooManyConnections)
        {
            // The poll comes first: RgPolicy's other connections make room for it.
            await _plans.GiveUpConnectionsAsync();
            return await PostgresPollConnection.OpenAsync(_connection, _own, _reconnectSteps, CancellationToken.None);
        }
    }

    private async Task LeaveIfStoppingAsync()
    {
        if (!_shutdown.IsStopping())
            return;
        await _plans.GiveUpConnectionsAsync();
        throw new ObserveException(
            $"{_connection.Target}: is being shut down and waits for its clients; RgPolicy has closed its connections"
        );
    }

    private async Task ReadActivityAsync(PostgresPollConnection link, CancellationToken cancellationToken)
    {
        link.Cost.Begin();
        await link.Activity.RunAsync(_snapshot, _pace.IsLean, cancellationToken);
        link.Cost.End(_snapshot.Elapsed);
        KeepPace(link.Cost);
        RequireStatistics(_connection, _snapshot.ReadsAllStatistics);
        if (_names.IsStale(_snapshot) && await _names.ReadAsync(link.Session.Connection, cancellationToken))
            _table.ForgetSessions();
        _table.Update(_snapshot);
        _usage?.Update(_table.Ordered, _snapshot.Time);
        if (_table.MissingTexts() is { Count: > 0 } missing)
            _table.Add(await link.Texts.ReadAsync([.. missing], cancellationToken));
        if (_table.UnprovenWriters() is { Count: > 0 } unproven)
            _table.SeeWriters(unproven, await link.Writers.ReadAsync(unproven, cancellationToken));
        _table.SeeLog(_snapshot.Time);
        await link.Progress.TellAsync(_table, _notes, cancellationToken);
        _plans.UpdateHistory(_table.Ordered);
        if (await _traits.ReadAsync(link.Session, cancellationToken) is { } traits)
            TakeIn(traits);
        if (_plans.Notes is var notes && !ReferenceEquals(notes, _planNotes))
            _notes.Set("plans", _planNotes = notes);
    }

    private void KeepPace(PollCost cost)
    {
        if (cost.Median is not { } median)
            return;
        LastCost = median;
        if (!_pace.Adapt(median))
            return;
        _notes.Set("pace", _pace.Note is { } note ? [note] : []);
        cost.Restart();
    }

    private static StartSteps StepsOf(PostgresConnectionOptions connection, TimeProvider time, IStartReport? report) =>
        new(connection.Target, time, report);

    private static void RequireStatistics(PostgresConnectionOptions connection, bool readsAll)
    {
        if (readsAll)
            return;
        throw new ObserveException(
            $"{connection.Target}: '{connection.User}' may not see other users' queries; "
                + $"run: GRANT pg_read_all_stats TO {PastedSql.Name(connection.User)};"
        );
    }

    private Observation Observe()
    {
        var time = new DateTimeOffset(_snapshot.Time);
        _plans.Cache.MarkSeen();
        var changed = _table.Ordered.Count != _last.Queries.Length;
        for (var i = 0; i < _table.Ordered.Count; i++)
        {
            var query = _plans.HandOut(_table.Ordered[i], time);
            changed = changed || !ReferenceEquals(query, _last.Queries[i]);
        }

        var queries = changed
            ? _table.Ordered.Select(q => q.Handed).OfType<ObservedQuery>().ToImmutableArray()
            : _last.Queries;
        return new Observation(time, queries)
        {
            RecentlyIdle = _snapshot.RecentlyIdle?.ToImmutableArray(),
            OthersWaitForLocks = _table.OthersWait,
            Figures = _usage?.Figures(_table.Ordered, _last.Figures, changed) ?? [],
        };
    }

    private async Task DropLinkAsync()
    {
        if (_link is not { } link)
            return;
        _link = null;
        await link.DisposeAsync();
    }
}
