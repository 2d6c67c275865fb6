using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Dbms.PostgreSql.Explain.Guarding;
using RgPolicy.Dbms.PostgreSql.Sql;
using RgPolicy.Dbms.Statistics;

namespace RgPolicy.Dbms.PostgreSql.Statistics;

/// <summary>Plans of statements that are counted and need not run now: planned again behind the guard, as those of
/// running ones are, and as slowly.</summary>
internal sealed class CountedPlans : IAsyncDisposable
{
    private readonly PostgresPlanFetcher? _fetcher;
    private readonly FetchBudget _budget;
    private readonly TimeProvider _time;
    private readonly bool _queryIdsTellTables;

    public CountedPlans(
        PostgresConnectionOptions connection,
        OwnBackends own,
        ServerTraits traits,
        PostgresObserverOptions options,
        TimeProvider time
    )
    {
        (_time, _queryIdsTellTables) = (time, PostgresPlanLookup.TellsTables(traits));
        _budget = new FetchBudget(options.PlansPerSecond, options.PlanBurst, time);
        _fetcher = traits.IsSuperuser
            ? null
            : new PostgresPlanFetcher(
                new PlanCache<StatementKey>(1, time),
                null,
                null,
                new Explainer(new PlanGuard(options.PlanLifetime), options),
                new ExplainSessions(connection, own, connection.TrustedRoles, time),
                options,
                time
            );
    }

    public async Task<PlanFacts> FindAsync(
        CountedStatement statement,
        StatementFacts facts,
        SessionFacts session,
        bool mayAsk,
        CancellationToken cancellationToken
    )
    {
        var route = PlanRouter.Route(facts with { Text = TypedParameters.Readable(facts.Text ?? "") });
        var answer = route switch
        {
            { Answer: { } known } => known,
            { ExplainText: { } text } when mayAsk => await AskAsync(statement, facts, session, text, cancellationToken),
            _ => PlanAnswer.None(CountedTally.NotAsked),
        };
        return Facts(answer, HistoryOf(statement));
    }

    public ValueTask DisposeAsync() => _fetcher?.DisposeAsync() ?? ValueTask.CompletedTask;

    private async Task<PlanAnswer> AskAsync(
        CountedStatement statement,
        StatementFacts facts,
        SessionFacts session,
        string text,
        CancellationToken cancellationToken
    )
    {
        if (_fetcher is null)
            return PlanAnswer.None(PostgresPlanLookup.SuperuserRefusal);
        await Task.Delay(_budget.Take(), _time, cancellationToken);
        var request = new PostgresPlanRequest(
            new StatementKey(statement.Database, facts.Fingerprint, statement.Login),
            session.Database,
            statement.Login,
            0,
            DateTime.UnixEpoch,
            facts.Kind,
            text
        )
        {
            LoginName = session.Login,
            KeyTellsTables = _queryIdsTellTables,
        };
        return await _fetcher.FetchAsync(request, cancellationToken);
    }

    private static PlanFacts Facts(PlanAnswer answer, HistoryFacts history) =>
        answer switch
        {
            { Facts: { State: PlanState.Pending, Source: var reason } } => PlanFacts.Absent(reason),
            { Facts: { } known } => known,
            { Choice: { } choice } => choice.Decide(history),
            _ => PlanFactsMaker.Inferred(answer, history, history.MeanElapsed ?? TimeSpan.Zero),
        };

    private static HistoryFacts HistoryOf(CountedStatement statement) =>
        new(
            statement.Calls,
            TimeSpan.FromMilliseconds(statement.TotalMilliseconds / statement.Calls),
            null,
            null,
            (long)(statement.ReadBytes / statement.Calls)
        )
        {
            MeanBuffers = statement.Buffers / statement.Calls,
        };
}

/// <summary>A line of pg_stat_statements: one statement as one role ran it in one database.</summary>
/// <remarks><c>Login</c>: the oid of the role that it ran as. <c>Text</c>: the text with parameters in place of
/// constants. <c>IsCut</c>: the text is longer than what was read of it.</remarks>
internal sealed record CountedStatement(uint Database, uint Login, long QueryId, string Text, bool IsCut)
{
    public required long Calls { get; init; }
    public required double TotalMilliseconds { get; init; }
    public required double LongestMilliseconds { get; init; }
    public required double Buffers { get; init; }
    public required double ReadBytes { get; init; }
    public required double SpilledBytes { get; init; }
    public required double LogBytes { get; init; }
}
