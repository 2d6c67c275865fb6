using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Explain.Guarding;
using RgPolicy.Dbms.PostgreSql.History;
using RgPolicy.Dbms.PostgreSql.Poll;
using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>Joins running queries with their plans, and asks for the plans that are missing.</summary>
internal sealed class PostgresPlanLookup : IAsyncDisposable
{
    // From 18 on the server's query ids are of the names of tables; before, of the tables.
    private const int NamesInQueryIds = 180000;

    /// <summary>Why a superuser's connection has no plans: what planning runs would run as one.</summary>
    public const string SuperuserRefusal = "RgPolicy's role is a superuser, so it explains nothing";

    private static readonly TimeSpan OldWithoutHistory = TimeSpan.FromSeconds(1);

    private readonly PostgresPlanFetcher? _fetcher;
    private readonly PlanAnswer? _refusal;
    private readonly PostgresHistoryCache _history;
    private readonly PostgresConnectionOptions _connection;
    private readonly bool _queryIdsTellTables;

    public PostgresPlanLookup(
        PostgresConnectionOptions connection,
        OwnBackends own,
        ServerTraits traits,
        PostgresObserverOptions options,
        ObserverNotes notes,
        TimeProvider time
    )
    {
        _connection = connection;
        _queryIdsTellTables = TellsTables(traits);
        Cache = new PlanCache<StatementKey>(options.CachedPlans, time);
        _history = new PostgresHistoryCache(connection, options.CachedPlans, own, notes, time);
        if (!options.FetchPlans)
            _refusal = PlanAnswer.None("plans are not asked for");
        else if (traits.IsSuperuser)
            _refusal = PlanAnswer.None(SuperuserRefusal);
        else
            _fetcher = new PostgresPlanFetcher(
                Cache,
                ShownPlans.For(connection, traits, options),
                StatementTexts.For(connection, traits),
                new Explainer(new PlanGuard(options.PlanLifetime), options),
                new ExplainSessions(connection, own, connection.TrustedRoles, time),
                options,
                time
            );
    }

    public static bool TellsTables(ServerTraits traits) => traits.VersionNumber < NamesInQueryIds;

    public PlanCache<StatementKey> Cache { get; }

    /// <summary>What the user is told of connections for plans; another list when that has changed.</summary>
    public string[] Notes => _fetcher?.Notes ?? [];

    /// <summary>The query as it is handed out: the same instance while nothing changed; null until its
    /// session is known.</summary>
    public ObservedQuery? HandOut(RunningQuery query, DateTimeOffset now)
    {
        if (query.Session is not { } session)
            return null;
        if (query.PlansFor is { } login)
            return query.Handed ??= OwnPlanning(query, session, login);
        var history = _history.Find(query.Row);
        var plan = Plan(query, history, now);
        if (
            query.Handed is { } handed
            && ReferenceEquals(handed.Plan, plan)
            && ReferenceEquals(handed.History, history)
        )
            return handed;
        var isLoad = query.Statement is { IsLoad: true };
        return query.Handed = new ObservedQuery
        {
            ProcessId = query.Row.ProcessId,
            Started = new DateTimeOffset(query.Row.Started),
            Session = session,
            Statement = WithTables(query.Statement?.Facts, plan),
            Plan = plan,
            History = history,
            Workers = query.Workers,
            WaitsForLock = query.Row.WaitsForLock,
            HasWritten = query.HasWritten && !isLoad && !IsFirstWrite(query),
            IsInCriticalSection = query.HoldsUpLog || (query.IsCritical && !(query.IsLogAlone && query.LoadsBy(plan))),
            Phase = query.Phase,
            Exemption = DumpStatement.Exemption(session, query.Statement?.Facts),
            IsExemptionClaimed = DumpStatement.IsOfACursor(query.Statement?.Facts),
        };
    }

    /// <summary>The backends that plan; null where none does.</summary>
    public PlanningWatch? Planning => _fetcher?.Planning;

    private static ObservedQuery OwnPlanning(RunningQuery query, SessionFacts session, string login) =>
        new()
        {
            ProcessId = query.Row.ProcessId,
            Started = new DateTimeOffset(query.Row.Started),
            Session = session,
            Plan = PlanFacts.Absent("RgPolicy plans a statement with it"),
            IsOwnPlanning = true,
            Exemption =
                $"RgPolicy plans a statement of login {login} with it, which has used more than "
                + $"{PlanningWatch.Heavy.TotalMilliseconds:0} ms of processor time",
        };

    /// <summary>Fetches a plan that is not needed; see the fetcher.</summary>
    public Task WarmUpAsync() => _fetcher?.WarmUpAsync(_connection.Database) ?? Task.CompletedTask;

    /// <summary>Reads the history of running statements where it is time; waits for nothing.</summary>
    public void UpdateHistory(IReadOnlyList<RunningQuery> running) => _history.Update(running);

    /// <summary>Takes in what may have changed while the server runs.</summary>
    public void TakeIn(ServerTraits traits)
    {
        _history.Schema = traits.StatementsSchema;
        if (_fetcher is not null && (_fetcher.Texts is null) != (traits.StatementsSchema is null))
            _fetcher.Texts = StatementTexts.For(_connection, traits);
    }

    /// <summary>Closes every connection but the poll's, for a while.</summary>
    public async Task GiveUpConnectionsAsync()
    {
        if (_fetcher is not null)
            await _fetcher.GiveUpConnectionsAsync();
        await _history.GiveUpConnectionAsync();
    }

    public async ValueTask DisposeAsync()
    {
        if (_fetcher is not null)
            await _fetcher.DisposeAsync();
        await _history.DisposeAsync();
    }

    // A statement a moment before it may have locked something: whoever waits for that has this one released.
    private static bool IsFirstWrite(RunningQuery query) =>
        (query.Row.BeganWithTransaction || query.WroteNothingBefore) && query.Statement is { IsWrite: true };

    private PlanFacts Plan(RunningQuery query, HistoryFacts? history, DateTimeOffset now)
    {
        if (query.Statement is not { } statement)
            return PlanFacts.Pending;
        if (query.IsTextOfAnother)
        {
            AskForText(query, statement);
            return Expected(query, statement, history, now);
        }

        // What is known of this execution stays as it is; only what is pending, failed for a while or
        // is inferred is looked at again.
        if (query.Answer is { Failures: 0, MayImprove: false } settled)
        {
            return Facts(
                query,
                WithReading(query, statement, WithEvidence(query, statement, settled, now), history),
                history,
                now
            );
        }

        var key = KeyOf(query, statement);
        if (Find(key) is { } known)
            Take(query, statement, known);
        else if (statement.Expectation.IsAsGoodAsOver(now - new DateTimeOffset(query.Row.Started)))
            return Expected(query, statement, history, now);
        // While it waited for what another execution of its text asked for, each may have got a key of its own; what
        // no query goes on asking for is not fetched.
        if (
            query.AskedBy != key
            || query.Answer is { Failures: > 0 } or { MayImprove: true }
            || (query.Answer is null && !Cache.GoOnAsking(key))
        )
            Ask(query, statement, key);
        return query.Answer is { } answer
            ? Facts(query, answer, history, now)
            : Expected(query, statement, history, now);
    }

    /// <summary>The answer that was had by this key, or by any execution where its constants decide nothing.</summary>
    private PlanAnswer? Find(StatementKey key) =>
        Cache.Find(key) ?? (Cache.Find(key.OfAny) is { } any && !any.DependsOnConstants ? any : null);

    private static void Take(RunningQuery query, KnownStatement statement, PlanAnswer answer)
    {
        query.Answer = answer;
        if (answer.Facts is { State: PlanState.Known, Profile: { } profile })
            statement.Expectation.ReadsLittle = profile.Shape is PlanShape.Oltp or PlanShape.Utility;
    }

    /// <summary>What the last plan of the statement lets expect of an execution whose own constants no plan has
    /// seen yet.</summary>
    private PlanFacts Expected(RunningQuery query, KnownStatement statement, HistoryFacts? history, DateTimeOffset now)
    {
        if (Cache.Find(statement.Key) is not { IsPerExecution: false } answer)
            return PlanFacts.Pending;
        if (!answer.DependsOnConstants)
            return Facts(query, answer, history, now);
        if (query.Expected is { } expected && ReferenceEquals(expected.From, answer))
            return expected.Facts;
        var facts = (answer.Facts ?? answer.Choice?.Decide(history)) is { Profile: { } profile }
            ? PlanFacts.Expected(profile, "as an execution with other constants")
            : PlanFacts.Pending;
        query.Expected = (answer, facts);
        return facts;
    }

    /// <summary>What hides its statements is looked at when it is no longer young, for many are short; and
    /// now and then again until it has locked a table.</summary>
    private PlanAnswer WithEvidence(
        RunningQuery query,
        KnownStatement statement,
        PlanAnswer settled,
        DateTimeOffset now
    )
    {
        if (
            !settled.HidesStatements
            || _fetcher is null
            || now - new DateTimeOffset(query.Row.Started) < OldWithoutHistory
        )
            return settled;
        var key = KeyFor(query, statement).Of(query.Row.ProcessId, query.Row.Started);
        var found = Cache.Find(key);
        if (found is { HidesStatements: false })
            return query.Answer = found;
        if (!query.IsEvidenceAsked || (found is not null && Cache.IsDue(key)))
            query.IsEvidenceAsked = _fetcher.Ask(Request(query, statement, key, "") with { Hidden = settled });
        return settled;
    }

    /// <summary>A write that two polls have seen is no short one by that alone: how it finds its rows
    /// tells before its age does.</summary>
    private PlanAnswer WithReading(
        RunningQuery query,
        KnownStatement statement,
        PlanAnswer settled,
        HistoryFacts? history
    )
    {
        if (settled.RowsQuery is not { } text || _fetcher is null || query.IsIdInferred)
            return settled;
        var key = KeyFor(query, statement);
        if (Cache.Find(key) is { RowsQuery: null } told)
        {
            query.Inferred = null;
            return query.Answer = told;
        }

        // A short one that waits for a row is met by many polls; it may be short on a table that was never analysed.
        var hasWaited = query.Row.WaitsForLock || query.LockWait > TimeSpan.Zero;
        if (history?.MeanElapsed is null && query.Sightings > 1 && !hasWaited && !query.IsEvidenceAsked)
            query.IsEvidenceAsked = _fetcher.Ask(Request(query, statement, key, text) with { Write = settled });
        return settled;
    }

    /// <summary>What its plan is kept by. Where the query id is inferred, a plan that the text alone decides is taken,
    /// and what is found out of this execution is kept for no other: it may be another statement.</summary>
    private StatementKey KeyOf(RunningQuery query, KnownStatement statement)
    {
        var key = KeyFor(query, statement);
        var kept = Find(key);
        var isItsOwn = query.IsIdInferred
            ? kept is not { Facts.Profile: not null, IsByLocks: false }
            : kept is { IsPerExecution: true };
        return isItsOwn ? key.Of(query.Row.ProcessId, query.Row.Started) : key;
    }

    private static StatementKey KeyFor(RunningQuery query, KnownStatement statement) =>
        statement.Key with
        {
            Constants = query.Constants ?? 0,
        };

    private void Ask(RunningQuery query, KnownStatement statement, StatementKey key)
    {
        query.AskedBy = key;
        if (!Cache.IsDue(Cache.Find(key) is null && Find(key) is not null ? key.OfAny : key))
            return;
        var route = PlanRouter.Route(statement.Facts);
        if (
            route.IsOfAnotherText
            && query.Row.QueryId != 0
            && _fetcher is not null
            && (_fetcher.Texts is not null || route.Batch is not null)
        )
        {
            var sought = new TextLookup(
                query.Row.Database,
                query.Row.Login,
                query.Row.QueryId,
                route.Answer ?? PlanAnswer.None("")
            )
            {
                Batch = route.Batch,
            };
            Fetch(query, Request(query, statement, key, "") with { Sought = sought });
        }
        else if (route is { Refresh: { } refresh, Answer: { } otherwise } && _fetcher is not null)
            Fetch(query, Request(query, statement, key, "") with { Refreshed = new RefreshedView(refresh, otherwise) });
        else if ((route.Answer ?? _refusal) is { } answer)
        {
            // What was found out of a write stands while it is looked at again.
            var own = KeyFor(query, statement);
            answer = answer with { LargeWrite = query.IsIdInferred ? null : Cache.Find(own)?.LargeWrite };
            Take(query, statement, answer);
            Cache.Put(query.IsIdInferred ? key : own, answer);
            // What its kind tells; that a text cannot be read, others of the statement need not share.
            if (answer is { Facts.State: PlanState.Known, DependsOnConstants: false } && !query.IsIdInferred)
                Cache.Put(own.OfAny, answer);
        }
        else if (route.ExplainText is { } text)
            Fetch(query, Request(query, statement, key, text));
    }

    /// <summary>Asks for the plan of the text that is known, where nothing is to be expected of the statement yet. By
    /// the time that the text of a short one is read it is that of the next: its own is rarely met. Where the id does
    /// not tell the tables, what the execution of that text has locked would have to, and it has ended.</summary>
    private void AskForText(RunningQuery query, KnownStatement statement)
    {
        if (!_queryIdsTellTables || query.Row.QueryId == 0 || Cache.Find(statement.Key) is not null)
            return;
        if (PlanRouter.Route(statement.Facts) is { IsOfAnotherText: false, ExplainText: { } text })
            _fetcher?.Ask(Request(query, statement, statement.Key with { Constants = statement.Constants }, text));
    }

    private void Fetch(RunningQuery query, PostgresPlanRequest request) =>
        query.AskedBy = _fetcher?.Ask(request) is false ? null : request.Key;

    private PostgresPlanRequest Request(RunningQuery query, KnownStatement statement, StatementKey key, string text) =>
        new(
            key,
            query.Session?.Database ?? "",
            query.Row.Login,
            query.Row.ProcessId,
            query.Row.Started,
            statement.Facts.Kind,
            text
        )
        {
            LoginName = query.Session?.Login ?? "",
            KeyTellsTables = _queryIdsTellTables && query.Row.QueryId != 0,
        };

    private static PlanFacts Facts(RunningQuery query, PlanAnswer answer, HistoryFacts? history, DateTimeOffset now)
    {
        if (answer.Facts is { } facts)
            return facts;
        if (answer.Choice is { } choice)
            return Chosen(query, choice, history);
        // A short update that waits for a row looks like a long one by the clock alone.
        var age = now - new DateTimeOffset(query.Row.Started) - query.LockWait;
        var basis = (history, age >= OldWithoutHistory);
        if (query.Inferred is { } before && query.InferredFrom == basis)
            return before;
        query.InferredFrom = basis;
        return query.Inferred = PlanFactsMaker.Inferred(answer, history, age);
    }

    private static PlanFacts Chosen(RunningQuery query, PlanChoice choice, HistoryFacts? history)
    {
        if (query.Inferred is { } before && query.InferredFrom == (history, false))
            return before;
        query.InferredFrom = (history, false);
        return query.Inferred = choice.Decide(history);
    }

    private static StatementFacts? WithTables(StatementFacts? statement, PlanFacts plan) =>
        statement is not null && plan is { State: PlanState.Known, Profile.Tables: { IsDefaultOrEmpty: false } tables }
            ? statement with
            {
                Tables = tables,
            }
            : statement;
}
