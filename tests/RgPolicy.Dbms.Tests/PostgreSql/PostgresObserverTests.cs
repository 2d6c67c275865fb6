using Npgsql;
using RgPolicy.Dbms.Costs;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.PostgreSql;

[Collection(PostgresServer.Collection)]
public sealed class PostgresObserverTests(PostgresServer server)
{
    private const string Sleeper = "select count(*), pg_sleep(60) from orders";

    [Fact]
    public async Task PollAsync_RunningQuery_IsSeenWithItsSessionAndStatement()
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(Sleeper);

        var query = await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Statement is not null);

        Assert.Equal(new SessionFacts("app", "", "", "shop", IsSuperuser: false), query.Session with { Groups = null });
        Assert.Equal((Sleeper, StatementKind.Select), (query.Statement!.Text, query.Statement.Kind));
        Assert.False(query.Statement.IsTruncated);
        Assert.Null(query.Exemption);
    }

    [Fact]
    public async Task PollAsync_LoginInRoles_TellsThoseThatLeadToOthersToo()
    {
        await server.Cluster.ExecuteAsync("CREATE ROLE analysts");
        await server.Cluster.ExecuteAsync("CREATE ROLE bi IN ROLE analysts");
        await server.Cluster.ExecuteAsync("CREATE ROLE reader LOGIN IN ROLE bi");
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync("SELECT pg_sleep(600)", user: "reader", database: "postgres");

        var query = await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Session.Login == "reader");

        Assert.Equal("analysts bi", string.Join(' ', query.Session.Groups ?? []));
    }

    [Fact]
    public async Task WaitForPlanAsync_QueryThatCanBeExplained_CompletesAndRefreshBringsThePlan()
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(Sleeper);
        await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Statement is not null);

        var query = observer.Refresh().Queries.Single(q => q.ProcessId == running.ProcessId);
        for (var i = 0; query.Plan.State == PlanState.Pending && i < 20; i++)
        {
            await observer.WaitForPlanAsync(CancellationToken.None).WaitAsync(TimeSpan.FromSeconds(30));
            query = observer.Refresh().Queries.Single(q => q.ProcessId == running.ProcessId);
        }

        Assert.Equal((PlanState.Known, "re-explain"), (query.Plan.State, query.Plan.Source));
        Assert.Equal(PlanShape.Scan, query.Plan.Profile!.Shape);
        Assert.Contains("orders", query.Statement!.Tables!.Value, StringComparer.Ordinal);
    }

    [Fact]
    public async Task PollAsync_BackendThatHasJustWorked_IsRecentlyIdleForThreeSeconds()
    {
        await using var observer = await server.ConnectAsync();
        await using var other = await server.RunAsync("select 1");
        await Task.Delay(TimeSpan.FromMilliseconds(300));

        var now = await observer.PollAsync(findBlocking: false, CancellationToken.None);
        await Task.Delay(TimeSpan.FromSeconds(3.2));
        var later = await observer.PollAsync(findBlocking: false, CancellationToken.None);

        Assert.Contains(other.ProcessId, now.RecentlyIdle ?? []);
        Assert.DoesNotContain(other.ProcessId, later.RecentlyIdle ?? [other.ProcessId]);
    }

    [Fact]
    public async Task PollAsync_NothingChanged_HandsOutTheSameInstance()
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(Sleeper);
        var before = await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Plan.State == PlanState.Known);

        var after = await PostgresServer.UntilAsync(observer, running.ProcessId, _ => true);

        Assert.Same(before, after);
    }

    [Fact]
    public async Task PollAsync_ParallelQuery_HasItsWorkers()
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(
            "set parallel_setup_cost = 0; set parallel_tuple_cost = 0; set min_parallel_table_scan_size = 0; "
                + "select count(*) from orders where pg_sleep(0.05) is not null"
        );

        var query = await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Workers.Length > 0);

        foreach (var worker in query.Workers)
        {
            var leader = await server.Cluster.ScalarAsync(
                $"select leader_pid from pg_stat_activity where pid = {worker}"
            );
            Assert.Equal(running.ProcessId, leader);
        }

        Assert.DoesNotContain(observer.Refresh().Queries, q => query.Workers.Contains(q.ProcessId));
    }

    [Fact]
    public async Task PollAsync_BackendWaitsForALock_SaysSoAndWhoBlocks()
    {
        await using var observer = await server.ConnectAsync();
        await using var holder = await server.Cluster.OpenAsync(PostgresServer.Shop, PostgresServer.Application);
        await using var transaction = await holder.BeginTransactionAsync();
        await using (var command = new NpgsqlCommand("lock table waited_for", holder))
            await command.ExecuteNonQueryAsync();
        await using var waiting = await server.RunAsync("select count(*) from waited_for");

        await PostgresServer.UntilAsync(observer, waiting.ProcessId, q => q.WaitsForLock);
        var observation = await observer.PollAsync(findBlocking: true, CancellationToken.None);

        Assert.Equal(1, observation.Blocking![holder.ProcessID]);
        Assert.DoesNotContain(observation.Queries, q => q.ProcessId == holder.ProcessID);
    }

    [Fact]
    public async Task PollAsync_Superuser_IsMarked()
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(Sleeper, user: "postgres");

        var query = await PostgresServer.UntilAsync(observer, running.ProcessId, _ => true);

        Assert.True(query.Session.IsSuperuser);
    }

    [Fact]
    public async Task PollAsync_SomebodyElseCalledRgPolicy_IsSeenAndOwnConnectionsAreNot()
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync("set application_name = 'RgPolicy'; select pg_sleep(60)");
        await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Session.App == "RgPolicy");

        var observation = await observer.PollAsync(findBlocking: false, CancellationToken.None);

        Assert.DoesNotContain(observation.Queries, q => q.Session.Login == PostgresServer.Observer);
        Assert.Contains(observation.Queries, q => q.ProcessId == running.ProcessId);
    }

    [Theory]
    [InlineData("update orders set note = 'x' where id = 1 and pg_sleep(60) is not null")]
    [InlineData("select id, pg_sleep(60) from orders where id = 1 for update")]
    public async Task PollAsync_StatementThatNeedsAWriteRight_IsInferredByAge(string sql)
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(sql);

        var young = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.State != PlanState.Pending
        );
        var old = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.Profile?.Shape == PlanShape.Write
        );

        Assert.Equal((PlanState.Known, "inferred"), (young.Plan.State, young.Plan.Source));
        Assert.Equal("inferred", old.Plan.Source);
    }

    [Fact]
    public async Task PollAsync_ShortUpdateThatWaitsForALock_StaysShort()
    {
        await server.Cluster.ExecuteAsync(
            "create table queue as select 1 as id; grant all on queue to app",
            PostgresServer.Shop
        );
        await using var observer = await server.ConnectAsync();
        await using var holder = await server.RunAsync("begin; lock table queue in share mode; select pg_sleep(60)");
        await PostgresServer.UntilAsync(observer, holder.ProcessId, q => q.Statement is not null);
        await using var waiter = await server.RunAsync("update queue set id = 2");

        var old = await PostgresServer.UntilAsync(
            observer,
            waiter.ProcessId,
            q =>
                q.Started < TimeProvider.System.GetUtcNow() - TimeSpan.FromSeconds(2)
                && q.Plan.State != PlanState.Pending
        );

        Assert.Equal((PlanShape.Oltp, "inferred", true), (old.Plan.Profile?.Shape, old.Plan.Source, old.WaitsForLock));
    }

    [Fact]
    public async Task PollAsync_SmallUpdateThatIsSlowByItsWaits_IsShort()
    {
        const string Update = "update hot set n = n + 1 where id = 1 and pg_sleep(2) is not null";
        await server.Cluster.ExecuteAsync(
            "create table hot as select 1 as id, 0 as n; grant all on hot to app; analyze hot",
            PostgresServer.Shop
        );
        await ExecuteAsAsync(PostgresServer.Application, Update);
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(
            Update.Replace("pg_sleep(2)", "pg_sleep(60)", StringComparison.Ordinal)
        );

        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.History is not null && q.Plan.State == PlanState.Known
        );

        Assert.True(query.History!.MeanElapsed > TimeSpan.FromSeconds(1));
        Assert.Equal(PlanShape.Oltp, query.Plan.Profile?.Shape);
    }

    [Fact]
    public async Task PollAsync_CopyTo_IsJudgedAsAScan()
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(
            "copy (select *, pg_sleep(0.1) from orders) to '/dev/null'",
            user: "postgres"
        );

        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.State != PlanState.Pending
        );

        Assert.Equal((PlanShape.Scan, "re-explain"), (query.Plan.Profile?.Shape, query.Plan.Source));
    }

    [Fact]
    public async Task PollAsync_TableInTheLoginsOwnSearchPath_GetsItsPlan()
    {
        await server.Cluster.ExecuteAsync(
            """
            create role tenant login; create schema tenant authorization tenant;
            create table tenant.bills as select i as id from generate_series(1, 1000) i; grant select on tenant.bills to tenant
            """,
            PostgresServer.Shop
        );
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync("select count(*), pg_sleep(60) from bills", user: "tenant");

        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.State != PlanState.Pending
        );

        Assert.Equal("re-explain", query.Plan.Source);
    }

    [Fact]
    public async Task PollAsync_EarlierExecutions_ThoseOfItsLoginAreTheHistory()
    {
        const string Statement = "select pg_sleep(0.01), count(*) from orders where id > 5";
        foreach (var login in new[] { PostgresServer.Application, PostgresServer.Application, "postgres" })
            await ExecuteAsAsync(login, Statement);
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(Statement.Replace("0.01", "60.0", StringComparison.Ordinal));

        var query = await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.History is not null);

        Assert.Equal(2, query.History!.Executions);
        Assert.InRange(query.History.MeanElapsed!.Value.TotalMilliseconds, 5, 5000);
    }

    private async Task ExecuteAsAsync(string login, string sql)
    {
        await using var connection = await server.Cluster.OpenAsync(PostgresServer.Shop, login);
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync();
    }

    [Fact]
    public async Task PollAsync_TableLockedWhilePlanning_GetsItsPlanLater()
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync("select count(*), pg_sleep(60) from briefly_locked");
        await WaitUntilAsync(running.ProcessId, "wait_event = 'PgSleep'");
        await using (var exclusive = await server.RunAsync("truncate briefly_locked"))
        {
            await WaitUntilAsync(exclusive.ProcessId, "wait_event_type = 'Lock'");
            var query = await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Plan.Source.Length > 0);
            Assert.Equal((PlanState.Pending, "its tables were locked"), (query.Plan.State, query.Plan.Source));
        }

        await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Plan.State == PlanState.Known);
    }

    [Fact]
    public async Task PollAsync_ManyPolls_MeasureTheServersCost()
    {
        await using var observer = await server.ConnectAsync();
        for (var i = 0; i < 25; i++)
            await observer.PollAsync(findBlocking: false, CancellationToken.None);
        Assert.True(observer.LastCost > TimeSpan.Zero);
        Assert.True(observer.Server.IsLocal);
    }

    [Fact]
    public async Task ServerCpu_PollsPlansAndEndedConnections_AreCounted()
    {
        await server.Cluster.ExecuteAsync(PostgresSetup.Sql("counted", PostgresOffer.Everything));
        await using var observer = await server.ConnectAsync(user: "counted");
        await using (
            var running = await server.RunAsync("select count(*) as counted, pg_sleep(60) from orders where id > 17")
        )
            await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Plan.State == PlanState.Known);

        // The connection of the plan has cost more than all polls so far: it makes the guard's statements ready.
        var before = await CpuOfBackendsAsync();
        var counted = observer.ServerCpu;
        await server.Cluster.ExecuteAsync(
            "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'counted'"
        );
        await Assert.ThrowsAsync<ObserveException>(() =>
            observer.PollAsync(findBlocking: false, CancellationToken.None)
        );
        await PostgresObserverRightsTests.EventuallyPollsAsync(observer);

        Assert.True(counted >= before, $"{counted} of {before}");
        Assert.True(observer.ServerCpu > counted, $"{observer.ServerCpu} after {counted}");
    }

    private async Task<TimeSpan> CpuOfBackendsAsync()
    {
        var ids = (int[])
            (
                await server.Cluster.ScalarAsync(
                    "select array_agg(pid) from pg_stat_activity where usename = 'counted'"
                )
            )!;
        return ids.Aggregate(
            TimeSpan.Zero,
            (sum, id) => sum + (BackendCpu.Open(id, PostgresBackends.Program)?.Read() ?? default)
        );
    }

    private async Task WaitUntilAsync(int processId, string condition)
    {
        while (
            await server.Cluster.ScalarAsync($"select {condition} from pg_stat_activity where pid = {processId}")
                is not true
        )
            await Task.Delay(20);
    }
}
