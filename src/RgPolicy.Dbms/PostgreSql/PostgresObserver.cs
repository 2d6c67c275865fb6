using Npgsql;
using RgPolicy.Dbms.Pacing;
using RgPolicy.Dbms.PostgreSql.Cancel;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Dbms.PostgreSql.Poll;
using RgPolicy.Dbms.PostgreSql.Usage;
using RgPolicy.Dbms.Starting;
using RgPolicy.Dbms.Usage;

namespace RgPolicy.Dbms.PostgreSql;

internal sealed class PostgresObserver : ServerObserver, IStatementWatch
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
    private readonly PollPace _pace;
    private readonly ShutdownWatch _shutdown;
    private readonly TraitWatch _traits;
    private readonly ActivitySnapshot _snapshot = new();
    private string[] _planNotes = [];
    private readonly PollLink<PostgresPollConnection> _link;
    private ImmutableArray<LockWait>? _waits;
    private IReadOnlyDictionary<int, int>? _blocking;

    private PostgresObserver(
        PostgresConnectionOptions connection,
        PostgresPollConnection link,
        OwnBackends own,
        TimeProvider time,
        PostgresObserverOptions options
    )
        : base(link.FactsFor(connection), PollTimeout)
    {
        (_connection, _own) = (connection, own);
        (_startSteps, _reconnectSteps) = (
            StepsOf(connection, time, options.StartReport),
            StepsOf(connection, time, null)
        );
        var traits = link.Traits;
        _pace = PollPace.Thinning(options.PollInterval, time);
        _shutdown = new ShutdownWatch(connection, Server.IsLocal ? traits.DataDirectory : null, own, time);
        _names = new ServerNames(time);
        _table = new QueryTable(_names, own, options.CachedPlans);
        _plans = new PostgresPlanLookup(connection, own, traits, options, Noted, time);
        _table.Planning = _plans.Planning;
        _usage = Server.IsLocal ? new UsageSampler(new ProcUsageReader()) : null;
        _link = new PollLink<PostgresPollConnection>(ReconnectAsync, link)
        {
            Pause = new LoginPause(PostgresError.IsFull, time),
            Refusal = e => e is PostgresException ? PostgresError.Connecting(connection, e) : null,
            Opened = opened =>
            {
                _pace.Restart();
                TakeIn(opened.Traits);
            },
        };
        _traits = new TraitWatch(connection, time);
        _options = options;
        TakeIn(traits);
    }

    public override TimeSpan PollInterval => _pace.Interval;

    /// <summary>The server's own cost of a poll, median over the last 20: processor time of the poll's backend where
    /// its process is on this host, else elapsed time by the server's clock; null before 20 polls.</summary>
    public TimeSpan? LastCost => _pace.Median;

    public override TimeSpan? ServerCpu => _own.Cpu;

    /// <summary>Connects, and makes sure that everything a poll needs is there.</summary>
    /// <exception cref="ObserveException">It cannot be observed; the message says what to do.</exception>
    public static async Task<PostgresObserver> ConnectAsync(
        PostgresConnectionOptions connection,
        TimeProvider time,
        PostgresObserverOptions options,
        CancellationToken cancellationToken
    )
    {
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

    public override Task WaitForPlanAsync(CancellationToken cancellationToken) =>
        _plans.Cache.WaitAsync(cancellationToken);

    public async Task<bool> HaveMovedOnAsync(IReadOnlyList<int> processIds, CancellationToken cancellationToken)
    {
        if (_link.Current is not { } link)
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
            await DropAsync();
            cancellationToken.ThrowIfCancellationRequested();
            return false;
        }
    }

    private protected override async Task<string?> EndAsync(ObservedQuery query, CancellationToken cancellationToken) =>
        _link.Current is { } link
            ? await QueryCancellation.RunAsync(link.Session, query, _connection.ClientBackendTypes, cancellationToken)
            : "the server cannot be reached";

    private protected override bool IsExpected(Exception failure) => PostgresError.IsExpected(failure);

    private protected override ObserveException Polling(Exception failure, bool isLate) =>
        PostgresError.Polling(_connection, failure);

    private protected override string Reason(Exception failure) => failure.Message;

    private protected override Task DropAsync() => _link.DropAsync();

    public override async ValueTask DisposeAsync()
    {
        await _plans.DisposeAsync();
        await _link.DisposeAsync();
    }

    /// <summary>What may change while a server runs: a standby is promoted, an extension made, a
    /// setting reloaded.</summary>
    private void TakeIn(ServerTraits traits)
    {
        _table.ExpectsQueryIds = traits.ComputesQueryIds;
        _table.IdsTellTables = PostgresPlanLookup.TellsTables(traits);
        _plans.TakeIn(traits);
        Noted.Set("traits", [.. TraitNotes.Of(traits, _options, _connection.User)]);
    }

    private async Task<PostgresPollConnection> ReconnectAsync(CancellationToken cancellationToken)
    {
        try
        {
            return await PostgresPollConnection.OpenAsync(_connection, _own, _reconnectSteps, cancellationToken);
        }
        catch (PostgresException e) when (e.SqlState == PostgresErrorCodes.TooManyConnections)
        {
            // The poll comes first: RgPolicy's other connections make room for it.
            await _plans.GiveUpConnectionsAsync();
            return await PostgresPollConnection.OpenAsync(_connection, _own, _reconnectSteps, cancellationToken);
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

    private protected override async Task ReadAsync(bool findBlocking, CancellationToken cancellationToken)
    {
        var link = await _link.GetAsync(cancellationToken);
        await LeaveIfStoppingAsync();
        await ReadActivityAsync(link, cancellationToken);
        (_waits, _blocking) = (null, null);
        if (!findBlocking)
            return;
        var waits = await link.Locks.ReadAsync(_table.WaitingForLocks(), cancellationToken);
        (_waits, _blocking) = (waits, LockWaits.CountByBlocker(waits));
    }

    private async Task ReadActivityAsync(PostgresPollConnection link, CancellationToken cancellationToken)
    {
        link.Cost.Begin();
        await link.Activity.RunAsync(_snapshot, _pace.IsRestrained, cancellationToken);
        if (_pace.Add(link.Cost.End(_snapshot.Elapsed)))
            Noted.Set("pace", _pace.Note is { } note ? [note] : []);
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
        await link.Progress.TellAsync(_table, Noted, cancellationToken);
        _plans.UpdateHistory(_table.Ordered);
        if (await _traits.ReadAsync(link.Session, cancellationToken) is { } traits)
            TakeIn(traits);
        if (_plans.Notes is var notes && !ReferenceEquals(notes, _planNotes))
            Noted.Set("plans", _planNotes = notes);
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

    private protected override Observation Observe()
    {
        var time = new DateTimeOffset(_snapshot.Time);
        _plans.Cache.MarkSeen();
        var queries = _table.HandOut(Last.Queries, query => _plans.HandOut(query, time));
        return new Observation(time, queries)
        {
            RecentlyIdle = _snapshot.RecentlyIdle?.ToImmutableArray(),
            Blocking = _blocking,
            LockWaits = _waits,
            OthersWaitForLocks = _table.OthersWait,
            Figures = _usage?.Figures(_table.Ordered, Last.Figures, queries != Last.Queries) ?? [],
        };
    }
}

internal sealed record PostgresObserverOptions : ObserverOptions
{
    /// <summary>More plans a second are fetched than elsewhere, and fewer kept.</summary>
    public PostgresObserverOptions() => (PlansPerSecond, CachedPlans) = (20, 5000);

    public IStartReport? StartReport { get; init; }

    /// <summary>Rules may cancel queries: it is said where the role may not.</summary>
    public bool MayCancel { get; init; }

    /// <summary>Plans asked for of statements that are counted, at most: of those that took longest together.</summary>
    public int CountedPlans { get; init; } = 300;
}
