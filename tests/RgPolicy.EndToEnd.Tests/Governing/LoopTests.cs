using System.Diagnostics;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>What becomes of queries' processes, read from /proc by the tests themselves.</summary>
public sealed class LoopTests(GovernedFixture fixture) : IClassFixture<GovernedFixture>
{
    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(2);

    [RootFact]
    public async Task Scan_WhileItRuns_IsInThePollutersGroupAndReturnsAtItsEnd()
    {
        var origin = Governance.Of(fixture.Postmaster);
        await using var scan = await LiveQuery.StartGovernedAsync(fixture.Server, sql: LiveQuery.Scan);

        Assert.Contains("/rgp_", scan.Governance.CpuGroup, StringComparison.Ordinal);
        await scan.Running;

        Assert.True(await scan.BecomesAsync(g => g == origin, Soon), "the backend did not return: " + scan.Governance);
    }

    [RootFact]
    public async Task Oltp_BesideAScan_IsNeverMoved()
    {
        var origin = Governance.Of(fixture.Postmaster);
        await using var scan = await LiveQuery.StartAsync(fixture.Server, BenchRoles.Analytics, LiveQuery.Scan);
        await using var oltp = await LiveQuery.OpenAsync(fixture.Server, BenchRoles.Oltp);
        var looks = 0;
        while (!scan.Running.IsCompleted)
        {
            await oltp.RunAsync("select abalance from pgbench_accounts where aid = 4711");
            Assert.Equal(origin, oltp.Governance);
            looks++;
        }

        Assert.True(looks > 100, $"only {looks} transactions ran beside the scan");
    }

    [RootFact]
    public async Task ParallelWorkers_OfAScan_AreMovedWithTheirLeader()
    {
        await using var scan = await LiveQuery.StartGovernedAsync(fixture.Server, workers: 2);

        var group = scan.Governance.CpuGroup;
        Assert.True(
            await scan.BecomesAsync(_ =>
                Workers(scan.ProcessId) is { Count: > 0 } workers && workers.All(w => ProcessFacts.CpuGroup(w) == group)
            ),
            "the workers were not all moved"
        );
    }

    [RootFact]
    public async Task WithoutAPlan_MuchProcessorTime_IsThrottledByThenAndReturnsAtItsEnd()
    {
        var origin = Governance.Of(fixture.Postmaster);
        await using var block = await LiveQuery.StartAsync(
            fixture.Server,
            BenchRoles.Oltp,
            "do $$ begin for i in 1..2000000000 loop end loop; end $$"
        );

        Assert.True(await block.BecomesAsync(g => g != origin), "it was not throttled");
        Assert.True(Used(block.ProcessId) > TimeSpan.FromSeconds(2), "it was throttled before it had used much");
        ProcessControl.Signal(block.ProcessId, ProcessControl.Interrupt);
        await Task.WhenAny(block.Running);

        Assert.True(
            await block.BecomesAsync(g => g == origin, Soon),
            "the backend did not return: " + block.Governance
        );
    }

    [RootFact]
    public async Task Superuser_RunningAScan_IsNeverGoverned()
    {
        var origin = Governance.Of(fixture.Postmaster);
        await using var scan = await LiveQuery.StartAsync(fixture.Server, "postgres", LiveQuery.Scan);

        Assert.False(await scan.BecomesAsync(g => g != origin), "a superuser's query was governed: " + scan.Governance);
    }

    [DumpTheory]
    [InlineData("--table=sales")]
    [InlineData("--table=sales", "--inserts")]
    public async Task Dump_OfARoleThatIsNoSuperuser_IsNotGoverned(params string[] options)
    {
        var origin = Governance.Of(fixture.Postmaster);
        await using var dump = Dump(options);
        var (looks, moved) = (0, 0);
        while (!dump.HasEnded)
        {
            if (await DumpingAsync() is { } backend && Governance.Of(backend) is { CpuGroup: not null } now)
            {
                looks++;
                moved += now == origin ? 0 : 1;
            }

            await Task.Delay(20);
        }

        Assert.True(dump.ExitCode == 0, dump.Errors);
        // A moment after a long statement on the catalog, which is anybody's, it may still stand where that stood.
        Assert.True(looks > 10 && moved * 3 < looks, $"{moved} of {looks} looks");
        await using var scan = await LiveQuery.StartGovernedAsync(fixture.Server);
    }

    [RootFact]
    public async Task Blocker_RunningAScan_IsReleasedWhileOthersWaitForIt()
    {
        var origin = Governance.Of(fixture.Postmaster);
        await fixture.Server.ExecuteAsync(
            "create table if not exists queue (id int primary key, n int); grant all on queue to report, app;"
                + "insert into queue values (1, 0) on conflict do nothing",
            CancellationToken.None
        );
        await using var blocker = await LiveQuery.OpenAsync(fixture.Server, BenchRoles.Analytics);
        // It has written nothing: what has written is left alone from the start.
        await blocker.RunAsync("begin; lock table queue in share row exclusive mode");
        blocker.Start(
            LiveQuery.Scan.Replace(
                "sales",
                "(select * from sales union all select * from sales union all select * from sales "
                    + "union all select * from sales) s",
                StringComparison.Ordinal
            )
        );
        Assert.True(await blocker.BecomesAsync(g => g.CpuGroup != origin.CpuGroup), "the scan was never moved");

        await using var waiter = await LiveQuery.StartAsync(
            fixture.Server,
            BenchRoles.Oltp,
            "update queue set n = n + 1 where id = 1"
        );

        Assert.True(await blocker.BecomesAsync(g => g == origin), "whoever blocks others was not released");
        await blocker.Running;
        await blocker.RunAsync("rollback");
        await waiter.Running;
    }

    [RootFact]
    public async Task ShortQueries_OfAReport_AreNotMovedOnceTheyAreOver()
    {
        var origin = Governance.Of(fixture.Postmaster);
        await using var session = await LiveQuery.OpenAsync(fixture.Server, BenchRoles.Analytics);
        await session.RunAsync(LiveQuery.Scan);
        Assert.True(await session.BecomesAsync(g => g == origin, Soon));
        var clock = Stopwatch.StartNew();
        while (clock.Elapsed < TimeSpan.FromSeconds(1))
        {
            await session.RunAsync("select 1");
            Assert.Equal(origin, session.Governance);
        }
    }

    private static TimeSpan Used(int processId) =>
        TimeSpan.FromMicroseconds(
            long.Parse(File.ReadAllText($"/proc/{processId}/schedstat").Split(' ')[0], CultureInfo.InvariantCulture)
                / 1_000.0
        );

    // Again and again for some seconds, for one is over soon.
    private ChildProgram Dump(string[] options) =>
        ChildProgram.Start(
            "sh",
            [
                "-c",
                "for i in 1 2 3 4 5 6; do \"$@\" >/dev/null || exit 1; done",
                "sh",
                "pg_dump",
                "--dbname",
                fixture.Server.Cluster.Url(BenchRoles.Analytics, BenchServer.Database),
                .. options,
            ],
            name: "pg_dump"
        );

    private async Task<int?> DumpingAsync() =>
        (int?)
            await fixture.Server.Cluster.ScalarAsync(
                "select pid from pg_stat_activity where application_name = 'pg_dump' and query ~ '^(COPY|FETCH) '"
            );

    internal static List<int> Workers(int leader) =>
        ProcessFacts
            .Children(ProcessFacts.Parent(leader) ?? 0)
            .Where(p =>
                string.Join(' ', ProcessFacts.CommandLine(p))
                    .Contains($"parallel worker for PID {leader}", StringComparison.Ordinal)
            )
            .ToList();
}
