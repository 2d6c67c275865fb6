using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Sidecar.Tests.Integration;

[Collection(HostCollection.Name)]
public sealed class GovernTests
{
    private static readonly PoolSpec Narrow = new()
    {
        Number = 1,
        CpuShare = 0.2,
        Cores = [LastCpu],
    };

    private static readonly PoolSpec Light = new() { Number = 2, CpuShare = 0.5 };

    private static int LastCpu => Topology.Read(FileRoot.Machine).Cpus[^1];

    [RootFact]
    public async Task Move_ChildOfServer_IsGovernedAndGetsEverythingBack()
    {
        using var server = FakeServer.Start();
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await sidecar.ConnectAsync();
        var before = server.Snapshot();

        var pools = await client.ConfigureAsync([Narrow, Light], CancellationToken.None);
        var outcomes = await client.MoveAsync(
            [new(server.Children[0], 1), new(server.Children[1], 2)],
            CancellationToken.None
        );

        Assert.All(pools, p => Assert.Empty(p.Problems));
        Assert.All(pools, p => Assert.NotNull(p.CpuLever));
        Assert.All(outcomes, o => Assert.Equal(MoveStatus.Done, o.Status));
        var governed = server.Snapshot();
        Assert.Contains($"/rgp_1 cpus={LastCpu} ", governed[0], StringComparison.Ordinal);
        Assert.Contains("/rgp_2 ", governed[1], StringComparison.Ordinal);
        Assert.Equal(before[2], governed[2]);

        _ = await client.MoveAsync([new(server.Children[0], 2), new(server.Children[1], 0)], CancellationToken.None);
        var between = server.Snapshot();
        Assert.Contains("/rgp_2 ", between[0], StringComparison.Ordinal);
        Assert.DoesNotContain($"cpus={LastCpu} ", between[0], StringComparison.Ordinal);
        Assert.Equal(before[1], between[1]);

        await client.ReleaseAllAsync(CancellationToken.None);
        Assert.Equal(before, server.Snapshot());
        Assert.Empty(server.PoolGroups());
    }

    [RootFact]
    public async Task Configure_PartOfAPool_HasItsGroupInCommonAndLeavesItThere()
    {
        using var server = FakeServer.Start(2);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await sidecar.ConnectAsync();
        var before = server.Snapshot();

        var pools = await client.ConfigureAsync(
            [Narrow, Light, Narrow with { Number = 7, PartOf = 1 }],
            CancellationToken.None
        );
        await client.MoveAsync([new(server.Children[0], 1), new(server.Children[1], 7)], CancellationToken.None);

        Assert.All(pools, pool => Assert.Empty(pool.Problems));
        Assert.All(server.Snapshot(), s => Assert.Contains($"/rgp_1 cpus={LastCpu} ", s, StringComparison.Ordinal));
        Assert.Equal(2, server.PoolGroups().Length);

        // The part goes, its process with it; the pool and who is in it stay.
        await client.ConfigureAsync([Narrow, Light], CancellationToken.None);
        Assert.Contains("/rgp_1 ", server.Snapshot()[0], StringComparison.Ordinal);
        Assert.Equal(before[1], server.Snapshot()[1]);
        await client.ReleaseAllAsync(CancellationToken.None);
        Assert.Equal(before, server.Snapshot());
        Assert.Empty(server.PoolGroups());
    }

    [RootFact]
    public async Task Move_SameProcessTwiceInOneRequest_EndsAsTheLastSays()
    {
        using var server = FakeServer.Start(1);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await sidecar.ConnectAsync();
        var before = server.Snapshot();
        await client.ConfigureAsync([Narrow, Light], CancellationToken.None);
        var child = server.Children[0];

        await client.MoveAsync([new(child, 1), new(child, 0), new(child, 1), new(child, 2)], CancellationToken.None);

        Assert.Contains("/rgp_2 ", server.Snapshot()[0], StringComparison.Ordinal);
        await client.MoveAsync([new(child, 0), new(child, 0)], CancellationToken.None);
        Assert.Equal(before, server.Snapshot());
    }

    [RootFact]
    public async Task Move_ProcessesThatAreNotTheServersBackends_AreRefused()
    {
        using var server = FakeServer.Start(1);
        using var other = FakeServer.Start(1);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await sidecar.ConnectAsync();
        var state = await client.GetStateAsync(CancellationToken.None);
        await client.ConfigureAsync([Narrow], CancellationToken.None);
        int[] never =
        [
            1,
            2,
            Environment.ProcessId,
            server.ProcessId,
            state.GuardProcessId,
            state.MoverProcessId,
            other.Children[0],
        ];
        var before = never.Select(FakeServer.Snapshot).ToArray();

        var outcomes = await client.MoveAsync([.. never.Select(n => new MoveRequest(n, 1))], CancellationToken.None);

        Assert.All(outcomes, o => Assert.Equal(MoveStatus.Refused, o.Status));
        Assert.Equal(before, never.Select(FakeServer.Snapshot).ToArray());
        Assert.Equal(never.Length, (await client.GetStateAsync(CancellationToken.None)).MovesRefused);
    }

    [RootFact]
    public async Task Move_ProcessThatEnded_IsVanishedAndForgotten()
    {
        using var server = FakeServer.Start(2);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await sidecar.ConnectAsync();
        await client.ConfigureAsync([Narrow], CancellationToken.None);
        var child = server.Children[0];
        await client.MoveAsync([new(child, 1)], CancellationToken.None);

        _ = Native.Libc.Kill(child, 9);
        Eventually.True(() => ProcessStat.Read(FileRoot.Machine, child) is not { HasEnded: false }, "the child ended");
        var outcome = await client.MoveAsync([new(child, 0), new(child, 1)], CancellationToken.None);
        await client.HeartbeatAsync(relaxed: false, CancellationToken.None);

        Assert.All(outcome, o => Assert.Equal(MoveStatus.Vanished, o.Status));
        Assert.Empty((await client.GetStateAsync(CancellationToken.None)).Moved);
    }

    [RootFact]
    public async Task Heartbeat_Relaxed_ProcessesAreInTheirOwnCgroupUntilSomebodyIsProtectedAgain()
    {
        using var server = FakeServer.Start(2);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await sidecar.ConnectAsync();
        await client.ConfigureAsync([Narrow, Light], CancellationToken.None);
        var before = server.Children.Select(CgroupOf).ToArray();
        async Task<string[]> CgroupsAsync(bool relaxed)
        {
            await client.HeartbeatAsync(relaxed, CancellationToken.None);
            return [.. server.Children.Select(CgroupOf)];
        }

        await client.MoveAsync([new MoveRequest(server.Children[0], 1)], CancellationToken.None);
        var throttled = await CgroupsAsync(relaxed: false);
        Assert.NotEqual(before[0], throttled[0], StringComparer.Ordinal);
        Assert.Equal(before, await CgroupsAsync(relaxed: true), StringComparer.Ordinal);
        Assert.Contains(
            "relaxed",
            (await client.GetStateAsync(CancellationToken.None)).Pools[0].CpuLever,
            StringComparison.Ordinal
        );

        await client.MoveAsync([new MoveRequest(server.Children[1], 1)], CancellationToken.None);
        Assert.Equal(before, await CgroupsAsync(relaxed: true), StringComparer.Ordinal);
        Assert.Equal([throttled[0], throttled[0]], await CgroupsAsync(relaxed: false), StringComparer.Ordinal);
    }

    [RootFact]
    public async Task Configure_PoolsChange_MembersFollow()
    {
        using var server = FakeServer.Start(2);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await sidecar.ConnectAsync();
        var before = server.Snapshot();
        await client.ConfigureAsync([Narrow, Light], CancellationToken.None);
        await client.MoveAsync([new(server.Children[0], 1), new(server.Children[1], 2)], CancellationToken.None);

        var pools = await client.ConfigureAsync([Narrow with { CpuShare = 0.4, Cores = null }], CancellationToken.None);

        Assert.Equal(0.4, Assert.Single(pools).CpuShare ?? 0, 2);
        var after = server.Snapshot();
        Assert.Equal(before[0].Replace(" cpus", "/rgp_1 cpus", StringComparison.Ordinal), after[0]);
        Assert.Equal(before[1], after[1]);
        Assert.Equal(["rgp_1"], server.PoolGroups());
    }

    [RootFact]
    public async Task Configure_WhileAnotherHasTheLease_IsRefused()
    {
        using var server = FakeServer.Start(1);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var first = await sidecar.ConnectAsync();
        await using var second = await sidecar.ConnectAsync();
        await first.ConfigureAsync([Narrow], CancellationToken.None);

        var refused = await Assert.ThrowsAsync<SidecarException>(() =>
            second.ConfigureAsync([Narrow], CancellationToken.None)
        );
        await Assert.ThrowsAsync<SidecarException>(() =>
            second.MoveAsync([new(server.Children[0], 1)], CancellationToken.None)
        );
        await first.ReleaseAllAsync(CancellationToken.None);
        var accepted = await second.ConfigureAsync([Narrow], CancellationToken.None);

        Assert.Contains("has the lease", refused.Message, StringComparison.Ordinal);
        Assert.Single(accepted);
    }

    [RootFact]
    public async Task Configure_TwoSidecarsInOneCgroup_NeverShareAGroup()
    {
        using var server = FakeServer.Start(2);
        using var one = SidecarUnderTest.Guarding(server);
        using var two = SidecarUnderTest.Guarding(server);
        await using var first = await one.ConnectAsync();
        await using var second = await two.ConnectAsync();
        await first.ConfigureAsync([Narrow], CancellationToken.None);
        await second.ConfigureAsync([Narrow with { CpuShare = 0.5 }], CancellationToken.None);

        Assert.Equal(["rgp_1", "rgp_1_2"], server.PoolGroups());
        await second.ReleaseAllAsync(CancellationToken.None);
        Assert.Equal(["rgp_1"], server.PoolGroups());
    }

    [RootFact]
    public async Task Move_ServerRestarted_FollowsThePidFile()
    {
        var data = Directory.CreateTempSubdirectory("rgp-data-").FullName;
        try
        {
            Assert.Equal(0, Native.Libc.ChangeOwner(data, 65534, 65534));
            var pidFile = Path.Join(data, "postmaster.pid");
            using var sidecar = SidecarUnderTest.Start("--data-directory", data);
            await using var client = await sidecar.ConnectAsync();
            var pools = await client.ConfigureAsync([Narrow], CancellationToken.None);
            Assert.Contains("does not run", Assert.Single(Assert.Single(pools).Problems), StringComparison.Ordinal);
            using var first = FakeServer.Start(1, asNobody: true);
            using var second = FakeServer.Start(1, asNobody: true);
            foreach (var server in new[] { first, second })
            {
                await File.WriteAllTextAsync(pidFile, $"{server.ProcessId}\n{data}\n");
                var outcome = await client.MoveAsync([new(server.Children[0], 1)], CancellationToken.None);
                Assert.Equal(MoveStatus.Done, Assert.Single(outcome).Status);
                Assert.Contains("/rgp_1 ", server.Snapshot()[0], StringComparison.Ordinal);
                await client.MoveAsync([new(server.Children[0], 0)], CancellationToken.None);
            }

            // The data directory's owner must not be able to point at another owner's processes.
            using var roots = FakeServer.Start(1);
            await File.WriteAllTextAsync(pidFile, $"{roots.ProcessId}\n{data}\n");
            var refused = await client.MoveAsync([new(roots.Children[0], 1)], CancellationToken.None);
            Assert.Equal(MoveStatus.Refused, Assert.Single(refused).Status);
            Assert.Empty(first.PoolGroups());
            await client.ReleaseAllAsync(CancellationToken.None);
        }
        finally
        {
            Directory.Delete(data, recursive: true);
        }
    }

    private static string CgroupOf(int processId) =>
        CgroupHierarchy.Find(FileRoot.Machine, processId)?.Path ?? string.Empty;
}
