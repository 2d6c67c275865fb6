using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.Tests.PostgreSql;

[Collection(PostgresServer.Collection)]
public sealed class PostgresObserverTests(PostgresServer server)
{
    private const string Sleeper = "select count(*), pg_sleep(30) from orders";

    [Fact]
    public async Task PollAsync_RunningQuery_IsSeenWithItsSessionAndStatement()
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(Sleeper);

        var query = await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Statement is not null);

        Assert.Equal(new SessionFacts("app", "", "", "shop", IsSuperuser: false), query.Session);
        Assert.Equal(Sleeper, query.Statement!.Text);
        Assert.False(query.Statement.IsTruncated);
    }

    [Fact]
    public async Task PollAsync_QueryThatCanBeExplained_GetsItsPlanLater()
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(Sleeper);
        var first = await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Statement is not null);

        var arrival = observer.WaitForPlanAsync(CancellationToken.None);
        if (first.Plan.State == PlanState.Pending) await arrival.WaitAsync(TimeSpan.FromSeconds(10));
        var query = observer.Refresh().Queries.Single(q => q.ProcessId == running.ProcessId);

        Assert.Equal((PlanState.Known, "re-explain"), (query.Plan.State, query.Plan.Source));
    }

    [Fact]
    public async Task PollAsync_NothingChanged_HandsOutTheSameInstance()
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(Sleeper);
        await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Plan.State == PlanState.Known);

        var before = await observer.PollAsync(findBlocking: false, CancellationToken.None);
        var after = await observer.PollAsync(findBlocking: false, CancellationToken.None);

        Assert.Same(before.Queries.Single(q => q.ProcessId == running.ProcessId), after.Queries.Single(q => q.ProcessId == running.ProcessId));
        Assert.True(after.Time > before.Time);
    }
}
