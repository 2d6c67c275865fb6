using System.Diagnostics;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.Tests.Clocks;
using RgPolicy.Plans;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>What happens to a server between two looks: it is said, and everything that still can be
/// told is told.</summary>
public sealed class PostgresUpheavalTests : IAsyncLifetime
{
    private const string Scan = "select count(*), pg_sleep(60) from sales where note like '%z%'";

    private PostgresCluster? _cluster;

    private PostgresCluster Cluster => _cluster ?? throw new InvalidOperationException("not started");

    public async Task InitializeAsync()
    {
        _cluster = await PostgresCluster.StartAsync(
            new PostgresClusterOptions
            {
                PreloadLibraries = ["pg_stat_statements"],
                Settings = ImmutableDictionary<string, string>
                    .Empty.Add("compute_query_id", "on")
                    .Add("track_activity_query_size", "100kB"),
            }
        );
        await Cluster.ExecuteAsync(PostgresSetup.Sql(offer: PostgresOffer.Everything));
        await Cluster.ExecuteAsync(
            """
            CREATE ROLE app LOGIN;
            CREATE EXTENSION pg_stat_statements;
            CREATE EXTENSION hstore;
            CREATE TABLE sales AS SELECT i AS id, repeat('x', 50) AS note FROM generate_series(1, 50000) i;
            ALTER TABLE sales OWNER TO app;
            ANALYZE sales;
            """
        );
        // What is not on disk yet is gone with a server that is killed: the tests' servers do not wait for their log.
        await Cluster.ExecuteAsync("CHECKPOINT");
    }

    public async Task DisposeAsync()
    {
        if (_cluster is not null)
            await _cluster.DisposeAsync();
    }

    [Fact]
    public async Task PollAsync_PostmasterIsKilled_SaysSoAndGoesOnWithTheNextOne()
    {
        await using var observer = await ConnectAsync(Cluster);
        await using (var lost = await RunAsync(Scan))
            await PostgresServer.UntilAsync(observer, lost.ProcessId, q => q.Plan.State == PlanState.Known);

        using (var postmaster = Process.GetProcessById(Cluster.PostmasterProcessId))
            postmaster.Kill();
        var failure = await FirstFailureAsync(observer);
        await StartAgainAsync();

        Assert.Contains(Cluster.SocketDirectory, failure.Message, StringComparison.Ordinal);
        await PostgresObserverRightsTests.EventuallyPollsAsync(observer);
        await using var running = await RunAsync(Scan.Replace("'%z%'", "'z%' or id < 0", StringComparison.Ordinal));
        await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Plan.State == PlanState.Known);
        Assert.Equal(
            [running.ProcessId],
            (await observer.PollAsync(findBlocking: true, CancellationToken.None)).Queries.Select(q => q.ProcessId)
        );
    }

    [Fact]
    public async Task PollAsync_ServerIsRestartedWhilePlansAreFetched_TheyAreFetchedAfterwards()
    {
        await using var observer = await ConnectAsync(Cluster);
        var texts = Enumerable
            .Range(0, 5)
            .Select(i => Scan + string.Concat(Enumerable.Repeat(" and id > 0", i + 1)))
            .ToArray();
        var before = await RunAllAsync(texts);
        await observer.PollAsync(findBlocking: false, CancellationToken.None);
        await Cluster.StopAsync("immediate");
        foreach (var each in before)
            await each.DisposeAsync();
        await Cluster.StartAgainAsync();

        await PostgresObserverRightsTests.EventuallyPollsAsync(observer);
        var after = await RunAllAsync(texts);
        foreach (var each in after)
            await PostgresServer.UntilAsync(observer, each.ProcessId, q => q.Plan.Profile?.Shape == PlanShape.Scan);
        foreach (var each in after)
            await each.DisposeAsync();
    }

    [StandbyFact]
    public async Task PollAsync_StandbyIsPromotedWhileAQueryRuns_KeepsItAndPlansTheNext()
    {
        await using var standby = await Cluster.StartReplicaAsync();
        await using var observer = await ConnectAsync(standby);
        await using var first = await RunningStatement.StartAsync(await standby.OpenAsync(user: "app"), Scan);
        var seen = await PostgresServer.UntilAsync(observer, first.ProcessId, q => q.Plan.State == PlanState.Known);

        Assert.Equal(true, await standby.ScalarAsync("select pg_promote()"));
        var still = await PostgresServer.UntilAsync(observer, first.ProcessId, _ => true);
        await using var second = await RunningStatement.StartAsync(
            await standby.OpenAsync(user: "app"),
            Scan + " and id > 0"
        );
        var next = await PostgresServer.UntilAsync(observer, second.ProcessId, q => q.Plan.State == PlanState.Known);

        Assert.Equal((seen.Started, PlanShape.Scan), (still.Started, still.Plan.Profile!.Shape));
        Assert.Equal(PlanShape.Scan, next.Plan.Profile!.Shape);
    }

    [Fact]
    public async Task PollAsync_ExtensionIsDroppedWhileItsFunctionRuns_HasNoPlanAndSaysWhy()
    {
        await using var running = await RunAsync(
            "select count(*), pg_sleep(60) from sales where hstore('a', note) is not null"
        );
        await using var observer = await ConnectAsync(Cluster);
        // Dropped before its text was read, the statement would fail.
        var wait = $"SELECT wait_event FROM pg_stat_activity WHERE pid = {running.ProcessId}";
        while (await Cluster.ScalarAsync(wait) is not "PgSleep")
            await Task.Delay(20);
        await Cluster.ExecuteAsync("DROP EXTENSION hstore");

        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.State != PlanState.Pending
        );

        Assert.Equal(PlanState.Absent, query.Plan.State);
        Assert.Contains("function hstore(unknown, text) does not exist", query.Plan.Source, StringComparison.Ordinal);
        await using var other = await RunAsync(Scan);
        await PostgresServer.UntilAsync(observer, other.ProcessId, q => q.Plan.State == PlanState.Known);
    }

    [Fact]
    public async Task PollAsync_StatementHistoryIsDropped_PollsGoOnAndTheNoteComes()
    {
        var clock = new MovedClock();
        await using var observer = await ConnectAsync(Cluster, clock);
        await using var running = await RunAsync(Scan);
        await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Plan.State == PlanState.Known);

        await Cluster.ExecuteAsync("DROP EXTENSION pg_stat_statements");
        for (var i = 0; i < 3; i++)
        {
            clock.Move(TimeSpan.FromSeconds(31));
            await observer.PollAsync(findBlocking: false, CancellationToken.None);
            await using var other = await RunAsync(Scan + string.Concat(Enumerable.Repeat(" and id > 0", i + 1)));
            await PostgresServer.UntilAsync(observer, other.ProcessId, q => q.Plan.State == PlanState.Known);
        }

        Assert.Contains(
            observer.Notes,
            note => note.Contains("pg_stat_statements is not installed", StringComparison.Ordinal)
        );
    }

    [Fact]
    public async Task PollAsync_AnotherTableTookTheName_IsJudgedByThatOne()
    {
        var clock = new MovedClock();
        await using var observer = await ConnectAsync(Cluster, clock);
        await using (var before = await RunAsync(Scan))
            await PostgresServer.UntilAsync(observer, before.ProcessId, q => q.Plan.Profile?.Shape == PlanShape.Scan);

        await Cluster.ExecuteAsync(
            """
            ALTER TABLE sales RENAME TO old_sales;
            CREATE TABLE sales (id int, note text);
            INSERT INTO sales VALUES (1, 'z');
            ALTER TABLE sales OWNER TO app;
            ANALYZE sales;
            """
        );
        // From 18 on the server's query id is of names, so the plan of before stands for as long as any does, and an
        // execution that finds it too old brings the new one to those after it.
        var most = PostgresVersions.Usual >= 18 ? 20 : 1;
        if (most > 1)
            clock.Move(new PostgresObserverOptions().PlanLifetime);
        var shape = PlanShape.Unknown;
        for (var execution = 0; execution < most && shape != PlanShape.Oltp; execution++)
        {
            await using var after = await RunAsync(Scan);
            var query = await PostgresServer.UntilAsync(
                observer,
                after.ProcessId,
                q => q.Plan.State == PlanState.Known
            );
            shape = query.Plan.Profile!.Shape;
        }

        Assert.Equal(PlanShape.Oltp, shape);
    }

    [Fact]
    public async Task PollAsync_TextOfSixtyKilobytes_HasItsPlanWhole()
    {
        await using var observer = await ConnectAsync(Cluster);
        var list = string.Join(
            ',',
            Enumerable.Range(10_000, 10_000).Select(i => i.ToString(CultureInfo.InvariantCulture))
        );
        await using var running = await RunAsync($"select count(*), pg_sleep(60) from sales where id in ({list})");

        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.State != PlanState.Pending
        );

        Assert.InRange(query.Statement!.Text!.Length, 60_000, 61_000);
        Assert.Equal((PlanState.Known, false), (query.Plan.State, query.Statement.IsTruncated));
    }

    private static async Task<ObserveException> FirstFailureAsync(PostgresObserver observer)
    {
        for (var i = 0; i < 600; i++)
        {
            try
            {
                await observer.PollAsync(findBlocking: false, CancellationToken.None);
                await Task.Delay(20);
            }
            catch (ObserveException e)
            {
                return e;
            }
        }

        throw new TimeoutException("polls never failed");
    }

    // What is left of the old server's processes ends by itself, and until then the new one refuses to start.
    private async Task StartAgainAsync()
    {
        for (var i = 0; ; i++)
        {
            try
            {
                await Cluster.StartAgainAsync();
                return;
            }
            catch (InvalidOperationException) when (i < 50)
            {
                await Task.Delay(200);
            }
        }
    }

    private async Task<List<RunningStatement>> RunAllAsync(string[] texts)
    {
        var running = new List<RunningStatement>();
        foreach (var text in texts)
            running.Add(await RunAsync(text));
        return running;
    }

    private async Task<RunningStatement> RunAsync(string sql) =>
        await RunningStatement.StartAsync(await Cluster.OpenAsync(user: "app"), sql);

    private static Task<PostgresObserver> ConnectAsync(PostgresCluster cluster, TimeProvider? clock = null) =>
        PostgresObserver.ConnectAsync(
            PostgresConnection.Parse(cluster.Url("rgpolicy"), _ => null).Options! with
            {
                TrustedRoles = ["app"],
            },
            clock ?? TimeProvider.System,
            new PostgresObserverOptions(),
            CancellationToken.None
        );
}
