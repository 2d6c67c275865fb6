using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>What a server tells of its pools, groups, and of what running requests have.</summary>
public sealed class ServerResourcesTests
{
    [ServerTheory(Needs = ServerNeeds.Plans)]
    [InlineData(2016, "standard")]
    [InlineData(2022, "standard")]
    [InlineData(2025, "standard")]
    public async Task Resources_Workload_TellsPoolsGroupsGrantsAndSchedulers(int version, string edition)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, edition);
        var report = await observed.UntilAsync("Reports", query => query.Group > 0);
        var resources = await observed.UntilResourcesAsync(each =>
            each.Requests.TryGetValue(report.ProcessId, out var has)
            && has.Grant is not null
            && each.Pools[0].BusyCpus is not null
        );

        var standard = Assert.Single(resources.Pools, pool => pool.Name == "default");
        var group = Assert.Single(resources.Groups, each => each.Id == report.Group);
        Assert.Equal(("default", standard.Id), (group.Name, group.PoolId));
        Assert.True(group is { Active: > 2, Queued: 0 }, group.ToString());
        Assert.True(
            resources.GrantLimitOf(report.Group) is { Percent: 25, Bytes: > 0 and var most }
                && most <= standard.WorkspaceBytes / 4,
            standard.ToString()
        );
        Assert.True(standard is { MaxMemoryBytes: > 0, GrantedBytes: > 0, GrantsWaiting: 0 }, standard.ToString());
        var has = resources.Requests[report.ProcessId];
        Assert.True(
            has.Grant is { RequestedBytes: > 0, GrantedBytes: > 0, UsedBytes: > 0, IdealBytes: > 0, Waited: null },
            has.ToString()
        );
        Assert.True(
            has is { Dop: > 1, Schedulers.Length: > 1 } && has.Cpus.Length == has.Schedulers.Length,
            has.ToString()
        );
        Assert.NotNull(resources.CoreProblem);
        Assert.Empty(observed.Server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2016)]
    [InlineData(2022)]
    public async Task Resources_LimitsInForce_AreThoseOfGroupsAndTheirPools(int version)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, "enterprise");
        await observed.Server.RunAsync("CREATE RESOURCE POOL [rgp_heavy] WITH (CAP_CPU_PERCENT = 40)");
        await observed.Server.RunAsync(
            "CREATE WORKLOAD GROUP [rgp_heavy] WITH (MAX_DOP = 2, REQUEST_MAX_MEMORY_GRANT_PERCENT = 20) USING [rgp_heavy]"
        );
        Assert.Null(
            (await observed.UntilResourcesAsync(each => each.Groups.Length > 0)).LimitOf("rgp_heavy", "maxdop")
        );

        await observed.Server.RunAsync("ALTER RESOURCE GOVERNOR RECONFIGURE");

        var resources = await observed.UntilResourcesAsync(each => each.LimitOf("rgp_heavy", "maxdop") is not null);
        Assert.Equal("MAX_DOP 2", resources.LimitOf("rgp_heavy", "maxdop"));
        Assert.Equal("CAP_CPU_PERCENT 40", resources.LimitOf("rgp_heavy", "cpu cap"));
        Assert.Equal("REQUEST_MAX_MEMORY_GRANT_PERCENT 20", resources.LimitOf("rgp_heavy", "grant"));
        Assert.Null(resources.LimitOf("rgp_heavy", "concurrency"));
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2016, "enterprise")]
    [InlineData(2025, "standard")]
    public async Task Resources_PoolsWithSchedulersOfTheirOwn_HaveTheirCpus(int version, string edition)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, edition);
        await observed.Server.RunAsync(
            "CREATE RESOURCE POOL [rgp_heavy] WITH (AFFINITY SCHEDULER = (4 TO 6)); ALTER RESOURCE "
                + "GOVERNOR RECONFIGURE;"
        );
        var half = await observed.UntilResourcesAsync(each =>
            each.Pools.Any(pool => pool is { Name: "rgp_heavy", Cpus.Length: 3 })
        );
        Assert.Contains(
            "ALTER RESOURCE POOL [default] WITH (AFFINITY SCHEDULER = (0, 1, 2, 3, 7))",
            half.CoreProblem,
            StringComparison.Ordinal
        );

        await observed.Server.RunAsync(
            "ALTER RESOURCE POOL [default] WITH (AFFINITY SCHEDULER = (0 TO 3, 7)); ALTER RESOURCE "
                + "GOVERNOR RECONFIGURE;"
        );

        var whole = await observed.UntilResourcesAsync(each => each.CoreProblem is null);
        Assert.Equal("4 5 6", string.Join(' ', Assert.Single(whole.Pools, pool => pool.Name == "rgp_heavy").Cpus));
        Assert.Equal(8, whole.HostCpus);
        Assert.Empty(observed.Server.NotUnderstood);
    }

    [ServerTheory]
    [InlineData(2016, "standard")]
    [InlineData(2025, "standard")]
    public async Task ServerCpu_OwnSessions_IsWhatTheServerCountsForThem(int version, string edition)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, edition);
        await observed.UntilAsync(_ => observed.Observer.ServerCpu > TimeSpan.Zero);

        var counted = await observed.Server.TextsAsync(
            "master",
            "SELECT CONVERT(nvarchar(20), s.cpu_time) FROM sys.dm_exec_sessions AS s WHERE s.program_name LIKE "
                + "N'RgPolicy-%'"
        );

        Assert.InRange(
            observed.Observer.ServerCpu!.Value.TotalMilliseconds,
            1,
            counted.Sum(each => int.Parse(each, CultureInfo.InvariantCulture))
        );
        Assert.Empty(observed.Server.NotUnderstood);
    }

    [ServerTheory(Needs = ServerNeeds.Played)]
    [InlineData(2022)]
    public async Task Resources_ThatCannotBeRead_AreMissingAndPollsGoOn(int version)
    {
        await using var observed = await ObservedServer.ConnectAsync(version, "enterprise");
        await observed.UntilResourcesAsync(_ => true);
        await observed.Server.FaultAsync("error match=dm_resource_governor_resource_pools number=1222 times=1000");

        await observed.UntilAsync(_ => observed.Observer.Resources is null);
        await observed.Server.FaultAsync("clear");
        await observed.UntilResourcesAsync(_ => true);
    }
}
