using Npgsql;
using RgPolicy.Dbms.PostgreSql.Explain.Batches;
using RgPolicy.Dbms.PostgreSql.Explain.Guarding;
using RgPolicy.Dbms.PostgreSql.Explain.Views;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>Fetches plans beside the poll, from what the server shows or by explaining again.</summary>
internal sealed class PostgresPlanFetcher : IPlanSource<PostgresPlanRequest>, IAsyncDisposable
{
    private static readonly TimeSpan PauseWithoutConnections = TimeSpan.FromSeconds(30);

    // What has locked no table yet may do so later.
    private static readonly TimeSpan PauseWithoutLocks = TimeSpan.FromSeconds(5);

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    // Of the catalog alone, and with most of what plans are made of.
    private const string WarmUpQuery = """
        SELECT n.nspname, count(*), sum(c.relpages)
          FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
         WHERE c.relname LIKE 'pg%' GROUP BY n.nspname ORDER BY 2 DESC
        """;

    private readonly PlanCache<StatementKey> _cache;
    private readonly ShownPlans? _shown;
    private volatile StatementTexts? _texts;
    private readonly Explainer _explainer;
    private readonly ExplainSessions _sessions;
    private readonly PostgresObserverOptions _options;
    private readonly TimeProvider _time;
    private readonly PlanQueue<StatementKey, PostgresPlanRequest> _queue;
    private readonly SemaphoreSlim _gate = new(1);
    private readonly PlanHealth _health;
    private readonly PlanningBudget _planning;
    private readonly RefreshedViews _views;
    private readonly BatchedStatements _batches;
    private long? _pausedAt;
    private (string[] Health, string[] Closed, string[] All) _notes = ([], [], []);

    public PostgresPlanFetcher(
        PlanCache<StatementKey> cache,
        ShownPlans? shown,
        StatementTexts? texts,
        Explainer explainer,
        ExplainSessions sessions,
        PostgresObserverOptions options,
        TimeProvider time
    )
    {
        (_cache, _shown, _texts, _explainer, _sessions, _options, _time) = (
            cache,
            shown,
            texts,
            explainer,
            sessions,
            options,
            time
        );
        _planning = new PlanningBudget(time);
        _health = new PlanHealth(_planning, time);
        (_views, _batches) = (new RefreshedViews(explainer, time), new BatchedStatements(explainer, time));
        var budget = new FetchBudget(options.PlansPerSecond, options.PlanBurst, time);
        _queue = new PlanQueue<StatementKey, PostgresPlanRequest>(
            cache,
            request => request.Key,
            this,
            budget,
            options.PlanLifetime,
            time,
            request => request.Login,
            _planning.Wait
        )
        {
            // The statement has a plan to expect already: no query needs this one once its execution has ended.
            Patience = request =>
                request.Key.Constants != 0 && cache.Find(request.Key.OfAny) is not null ? Patience : null,
        };
    }

    /// <summary>What the user is told of connections for plans; another list when that has changed.</summary>
    public string[] Notes
    {
        get
        {
            var (health, closed) = (_health.Notes, _sessions.Closed.Notes);
            if (_notes.Health != health || _notes.Closed != closed)
                _notes = (health, closed, [.. health, .. closed]);
            return _notes.All;
        }
    }

    public PlanningWatch Planning => _sessions.Planning;

    /// <summary>Texts that the server does not show with what runs; null where they cannot be found.</summary>
    public StatementTexts? Texts
    {
        get => _texts;
        set => _texts = value;
    }

    /// <summary>Asks for a plan unless it is on its way.</summary>
    public bool Ask(PostgresPlanRequest request) => _queue.Ask(request);

    /// <summary>Fetches a plan that is not needed, so that the first that counts waits neither for a connection nor for
    /// code that has never run. A failure is left to the first plan that counts.</summary>
    public Task WarmUpAsync(string database) =>
        WithSessionsAsync(
            () =>
                AnswerAsync(
                    new PostgresPlanRequest(default, database, 0, 0, default, StatementKind.Select, WarmUpQuery),
                    _queue.Stopping
                ),
            _queue.Stopping
        );

    /// <summary>Gives up its connections for a while, because the server has none left.</summary>
    public async Task GiveUpConnectionsAsync()
    {
        await _gate.WaitAsync();
        try
        {
            await _sessions.CloseAllAsync();
            _pausedAt = _time.GetTimestamp();
        }
        finally
        {
            _gate.Release();
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _queue.DisposeAsync();
        await _sessions.DisposeAsync();
        _gate.Dispose();
    }

    public async Task<PlanAnswer> FetchAsync(PostgresPlanRequest request, CancellationToken cancellationToken)
    {
        if (
            _pausedAt is { } pausedAt
            && PauseWithoutConnections - _time.GetElapsedTime(pausedAt) is var left
            && left > TimeSpan.Zero
        )
            await Task.Delay(left, _time, cancellationToken);
        _pausedAt = null;
        var answer = await WithSessionsAsync(() => AnswerAsync(request, cancellationToken), cancellationToken);
        if (request.Write is { } write)
            return Written(write, answer);
        answer = answer with { IsOfConstants = request.Key.Constants != 0 };
        if (!request.Key.IsOfExecution)
            Expect(request.Key, answer);
        if (!answer.IsPerExecution || request.Key.IsOfExecution)
            return answer with { IsPerExecution = false };
        // The first execution of such a text: its answer is put where it looks next, and all others
        // learn to ask for their own.
        _cache.Put(request.Key.Of(request.ProcessId, request.Started), answer with { IsPerExecution = false });
        return PerExecution();
    }

    /// <summary>Keeps an answer as what later executions with other constants may expect; a failure tells nothing
    /// better than what was known before.</summary>
    private void Expect(StatementKey key, PlanAnswer answer)
    {
        if (key.Constants != 0 && (answer.Failures == 0 || _cache.Find(key.OfAny) is null))
            _cache.Put(key.OfAny, answer.IsPerExecution ? PerExecution() : answer);
    }

    private PlanAnswer PerExecution() => new() { IsPerExecution = true, Lifetime = _options.PlanLifetime };

    public Task RestAsync() =>
        WithSessionsAsync(
            async () =>
            {
                foreach (var database in _views.Definitions.SoughtDatabases)
                    await ReadSoughtAsync(database);
                await _sessions.CloseAllAsync();
                return true;
            },
            _queue.Stopping
        );

    private async Task ReadSoughtAsync(string database)
    {
        ExplainSession? session = null;
        try
        {
            session = await _sessions.PlannerAsync(database, "", _queue.Stopping);
            await _views.Definitions.ReadSoughtAsync(session, _queue.Stopping);
        }
        catch (Exception e) when (PostgresError.IsExpected(e) && !_queue.Stopping.IsCancellationRequested)
        {
            if (session is not null)
                _sessions.Abandon(session);
            _views.Definitions.ForgetSought(database);
        }
    }

    /// <summary>A text that is not there yet may be so after this execution, or another that ends before it: until then
    /// there is no plan.</summary>
    private PlanRoute Untold(TextLookup sought) =>
        new(
            PlanAnswer.Passing(
                $"{sought.Otherwise.Facts?.Source}; pg_stat_statements shows its text once an execution has ended",
                _options.PlanLifetime,
                0,
                isToldAtOnce: true
            ),
            null
        );

    /// <summary>Where the query that finds the rows has no plan of its own, or another one for each execution, history
    /// and age go on telling.</summary>
    private PlanAnswer Written(PlanAnswer write, PlanAnswer reading) =>
        write with
        {
            RowsQuery = null,
            Lifetime = reading.Failures > 0 ? reading.Lifetime : _options.PlanLifetime,
            LargeWrite = reading is { IsPerExecution: false, Facts.Profile: { } profile }
                ? WriteSize.Describe(profile)
                : null,
        };

    private async Task<T> WithSessionsAsync<T>(Func<Task<T>> use, CancellationToken cancellationToken)
    {
        await _gate.WaitAsync(cancellationToken);
        try
        {
            return await use();
        }
        finally
        {
            _gate.Release();
        }
    }

    private static async Task<PlanAnswer> WithLocksAsync(
        PlanAnswer none,
        ExplainSession session,
        PostgresPlanRequest request,
        CancellationToken cancellationToken
    )
    {
        var locks = await LockedRelations.DescribeAsync(session.Observer, request, cancellationToken);
        var facts = none.Facts is { Profile: { } profile } known
            ? known with
            {
                Profile = profile with { Reason = profile.Reason + locks },
            }
            : PlanFacts.Absent(none.Facts?.Source + locks);
        var isLookedAtAgain = request.Hidden is not null && locks.Length == 0;
        return none with
        {
            Facts = facts,
            HidesStatements = isLookedAtAgain,
            Lifetime = isLookedAtAgain ? PauseWithoutLocks : none.Lifetime,
        };
    }

    private async Task<PlanAnswer> AnswerAsync(PostgresPlanRequest request, CancellationToken cancellationToken)
    {
        if (_health.Refusal(request.Login) is { } refusal)
            return PlanAnswer.None(refusal) with { Lifetime = _options.PlanLifetime };
        var lease = new SessionLease(_sessions, request.LoginName);
        try
        {
            return await AnswerAsync(lease, request, cancellationToken);
        }
        catch (BeyondVerdictException e)
        {
            lease.Abandon();
            return PlanAnswer.None(_health.WentBeyond(request, e)) with { Lifetime = _options.PlanLifetime };
        }
        catch (Exception e) when (!cancellationToken.IsCancellationRequested)
        {
            // Whatever went wrong, also in the driver, the connection is not used again and the next plan is fetched.
            lease.Abandon();
            _health.Broke(request, lease.Session is not null, e);
            if (e is InvalidDataException)
                return PlanAnswer.None(e.Message) with { Lifetime = _options.PlanLifetime };
            if (e is PostgresException { SqlState: PostgresErrorCodes.TooManyConnections })
                _pausedAt = _time.GetTimestamp();
            return PlanAnswer.Passing(
                $"the plan could not be fetched: {PostgresError.Reason(e)}",
                _options.PlanLifetime,
                0
            );
        }
        finally
        {
            _health.Took(request, lease.End());
        }
    }

    private async Task<PlanAnswer> AnswerAsync(
        SessionLease lease,
        PostgresPlanRequest request,
        CancellationToken cancellationToken
    )
    {
        if (
            _shown is not null
            && await _shown.AnswerAsync(
                await lease.TakeObserverAsync(_shown.Database, cancellationToken),
                request,
                cancellationToken
            )
                is { } shown
        )
            return shown;
        if (request.Hidden is { } hidden)
            return await WithLocksAsync(
                hidden,
                await lease.TakeAsync(request.Database, cancellationToken),
                request,
                cancellationToken
            );
        if (request.Sought is { } sought)
        {
            var route = await RouteAsync(lease, request, sought, cancellationToken);
            if (route.Answer is { IsToldAtOnce: true } untold)
                return await WithLocksAsync(
                    untold,
                    await lease.TakeAsync(request.Database, cancellationToken),
                    request,
                    cancellationToken
                );
            if (route.Answer is { } known)
                return known;
            request = request with { Text = route.ExplainText ?? "" };
        }

        var session = await lease.TakeAsync(request.Database, cancellationToken);
        // A text of its query id, which from 18 on may be of tables of the same names.
        if (request is { Sought.Batch: null, KeyTellsTables: false })
            request = request with
            {
                Reads = await LockedRelations.ReadAsync(session.Observer, request, cancellationToken),
            };
        var answered = request.Refreshed is { } refreshed
            ? await _views.AnswerAsync(session, request, refreshed, cancellationToken)
            : await _explainer.ExplainAsync(session, request, cancellationToken);
        await _views.Definitions.ReadSoughtAsync(session, cancellationToken);
        _health.Worked(request.Database);
        return request.Sought is null ? answered : TextLookup.Settle(answered, request.Text);
    }

    private async Task<PlanRoute> RouteAsync(
        SessionLease lease,
        PostgresPlanRequest request,
        TextLookup sought,
        CancellationToken cancellationToken
    )
    {
        var texts = Texts;
        if (
            texts is not null
            && await texts.FindAsync(
                await lease.TakeObserverAsync(texts.Database, cancellationToken),
                sought,
                cancellationToken
            )
                is { } text
        )
            return sought.RouteOf(text);
        if (
            sought.Batch is { } batch
            && await _batches.FindAsync(
                await lease.TakeAsync(request.Database, cancellationToken),
                request,
                batch,
                sought.QueryId,
                cancellationToken
            )
                is { } found
        )
            return found;
        return texts is null ? new PlanRoute(sought.Otherwise, null) : Untold(sought);
    }
}
