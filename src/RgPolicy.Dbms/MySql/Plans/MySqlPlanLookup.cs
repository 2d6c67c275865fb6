using RgPolicy.Dbms.Costs;
using RgPolicy.Dbms.Fetching;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Poll;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.MySql.Plans;

/// <summary>Joins running statements with their plans, and asks for those that are missing.</summary>
internal sealed class MySqlPlanLookup : IAsyncDisposable
{
    // A shorter statement would be over before its plan is told.
    private static readonly TimeSpan Youngest = TimeSpan.FromMilliseconds(50);

    private static readonly PlanAnswer NotShown = PlanAnswer.None(
        "this server does not show plans of running statements as JSON (MariaDB does from 10.9 on)"
    );

    private readonly MySqlPlanFetcher? _fetcher;
    private readonly bool _hasEvents;

    /// <summary>Starts the look-up on another thread.</summary>
    public MySqlPlanLookup(
        MySqlServerTraits traits,
        MySqlConnectionOptions connection,
        OwnBackends own,
        MySqlObserverOptions options,
        TimeProvider time
    )
    {
        _hasEvents = traits is { IsMariaDb: false, HasStatementEvents: true };
        Cache = new PlanCache<MySqlPlanKey>(options.CachedPlans, time);
        _fetcher = traits.ShowsPlans ? new MySqlPlanFetcher(Cache, connection, own, options, time) : null;
    }

    /// <summary>The plans.</summary>
    public PlanCache<MySqlPlanKey> Cache { get; }

    /// <summary>Gives a statement what is known of its plan. What is known of this execution stays as it is.</summary>
    public void Update(RunningStatement statement, DateTimeOffset now)
    {
        if (statement.Answer is { Failures: 0 })
            return;
        if (StatementProfile.FromKind(statement.Statement.Kind) is not null)
        {
            statement.Answer = PlanAnswer.Lasting(PlanFactsMaker.FromKind(statement.Statement.Kind));
            return;
        }

        if (_fetcher is not { } fetcher)
        {
            statement.Answer = NotShown;
            return;
        }

        var session = statement.Session.Facts;
        var key = new MySqlPlanKey(session.Login, session.Database, statement.Statement.Fingerprint);
        statement.Answer = Cache.Find(key);
        if (Cache.IsDue(key) && MayAsk(statement, now))
        {
            fetcher.Ask(
                new MySqlPlanRequest(
                    key,
                    statement.Row.SessionId,
                    statement.Statement.Text ?? "",
                    _hasEvents ? statement.Row.StatementId : null
                )
            );
        }
    }

    /// <inheritdoc />
    public ValueTask DisposeAsync() => _fetcher?.DisposeAsync() ?? ValueTask.CompletedTask;

    // A statement that waits answers only when its wait is over.
    private static bool MayAsk(RunningStatement statement, DateTimeOffset now) =>
        statement is { WaitsForLock: false, Row.Flags: SessionFlags.None } && now - statement.Started >= Youngest;
}
