using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Poll;

namespace RgPolicy.Dbms.MySql.Plans;

/// <summary>Joins running statements with their plans, and asks for those that are missing.</summary>
internal sealed class MySqlPlanLookup : IAsyncDisposable
{
    // A shorter statement would be over before its plan is told.
    private static readonly TimeSpan Youngest = TimeSpan.FromMilliseconds(50);

    // Whatever other constants made of the same text, this one takes long.
    private static readonly TimeSpan OldEnough = TimeSpan.FromSeconds(1);

    private static readonly PlanAnswer NotShown = PlanAnswer.None(
        "this server does not show plans of running statements as JSON (MariaDB does from 10.9 on)"
    );

    private static readonly PlanAnswer NotCounted = PlanAnswer.None(
        "performance_schema has no consumer events_statements_current, which counts what a statement does (rgp doctor)"
    );

    private readonly MySqlPlanFetcher? _fetcher;
    private readonly MySqlServerTraits _traits;

    public MySqlPlanLookup(
        MySqlServerTraits traits,
        MySqlConnectionOptions connection,
        OwnBackends own,
        MySqlObserverOptions options,
        TimeProvider time
    )
    {
        _traits = traits;
        Cache = new PlanCache<MySqlPlanKey>(options.CachedPlans, time);
        _fetcher =
            traits.ShowsPlans && options.FetchPlans
                ? new MySqlPlanFetcher(Cache, connection, own, options, time)
                : null;
    }

    public PlanCache<MySqlPlanKey> Cache { get; }

    /// <summary>Gives a statement what is known of its plan. What is known of this execution stays as it is.</summary>
    public void Update(RunningStatement statement, DateTimeOffset now)
    {
        if (statement.Answer is { Failures: 0 } && !MayBeOfOthers(statement, now))
            return;
        if (StatementProfile.FromKind(statement.Statement.Kind) is not null)
        {
            statement.Answer = PlanAnswer.Lasting(PlanFactsMaker.FromKind(statement.Statement.Kind));
            return;
        }

        // What is counted of it comes with the polls.
        if (_traits.CountsLive)
            return;
        if (_fetcher is not { } fetcher)
        {
            statement.Answer = _traits.IsMariaDb ? NotShown : NotCounted;
            return;
        }

        var session = statement.Session.Facts;
        var key = new MySqlPlanKey(session.Login, session.Database, statement.Statement.Fingerprint);
        if (statement.Answer is { Failures: 0 })
            TakeOwn(fetcher, statement, key with { Execution = statement.Row.StatementId }, now);
        else
            statement.Answer = FindOrAsk(fetcher, statement, key, now);
    }

    public ValueTask DisposeAsync() => _fetcher?.DisposeAsync() ?? ValueTask.CompletedTask;

    private void TakeOwn(MySqlPlanFetcher fetcher, RunningStatement statement, MySqlPlanKey key, DateTimeOffset now)
    {
        if (FindOrAsk(fetcher, statement, key, now) is not { } own)
            return;
        statement.HasOwnPlan = true;
        if (own is { Failures: 0 })
            statement.Answer = own;
    }

    private PlanAnswer? FindOrAsk(
        MySqlPlanFetcher fetcher,
        RunningStatement statement,
        MySqlPlanKey key,
        DateTimeOffset now
    )
    {
        var answer = Cache.Find(key);
        if (Cache.IsDue(key) && MayAsk(statement, now))
            fetcher.Ask(new MySqlPlanRequest(key, statement.Row.SessionId, statement.Statement.Text ?? ""));
        return answer;
    }

    /// <summary>Whether the plan that it has may be one of other constants, and its own has not been asked for.</summary>
    private bool MayBeOfOthers(RunningStatement statement, DateTimeOffset now) =>
        _fetcher is not null
        && !statement.HasOwnPlan
        && now - statement.Started >= OldEnough
        && StatementProfile.FromKind(statement.Statement.Kind) is null;

    // A statement that waits answers only when its wait is over.
    private static bool MayAsk(RunningStatement statement, DateTimeOffset now) =>
        statement is { WaitsForLock: false, Row.Flags: SessionFlags.None } && now - statement.Started >= Youngest;
}

/// <summary>What plans are kept by: with other constants, or temporary tables, one login's execution must not decide
/// what becomes of another's.</summary>
/// <remarks><c>Database</c>: the session's database, in which names without one are looked up. <c>Execution</c>: of a
/// plan that is one execution's own, that execution's number; else 0.</remarks>
internal readonly record struct MySqlPlanKey(string Login, string Database, string Fingerprint, long Execution = 0);
