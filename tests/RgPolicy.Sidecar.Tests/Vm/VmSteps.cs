using RgPolicy.Host.Facts;
using RgPolicy.Host.Levers;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Tests.Integration;

namespace RgPolicy.Sidecar.Tests.Vm;

/// <summary>Steps about cgroup v2 and I/O priority on a kernel of its own.</summary>
internal static class VmSteps
{
    private static readonly PoolSpec Narrow = new()
    {
        Number = 1,
        CpuShare = 0.2,
        Cores = [1, 2],
    };

    private static readonly CancellationToken None = CancellationToken.None;

    internal static async Task ThreadedChildAsync(VmSession session)
    {
        using var server = session.StartServer(2);
        var client = session.Client;
        var before = server.Snapshot();
        var pools = await client.ConfigureAsync([Narrow], None);
        var moves = await client.MoveAsync([new(server.Children[0], 1)], None);

        var pool = Assert.Single(pools);
        Assert.Empty(pool.Problems);
        Assert.Equal("cgroup v2 cpu.weight=20 cpuset.cpus=1-2", pool.CpuLever);
        Assert.Equal(MoveStatus.Done, Assert.Single(moves).Status);
        Assert.Equal("threaded", FileRoot.Machine.ReadTrimmed(server.Group + "/rgp_1/cgroup.type"));
        Assert.Contains("/rgp_1 cpus=1-2 ", server.Snapshot()[0], StringComparison.Ordinal);

        await client.ReleaseAllAsync(None);
        Assert.Equal(before, server.Snapshot());
        Assert.Empty(server.PoolGroups());
        Assert.Equal(string.Empty, FileRoot.Machine.ReadTrimmed(server.Group + "/cgroup.subtree_control"));
        Assert.Equal("domain", FileRoot.Machine.ReadTrimmed(server.Group + "/cgroup.type"));
    }

    internal static async Task RootChildAsync(VmSession session)
    {
        using var server = session.StartServer(2, place: ServerPlace.AsStarted);
        var client = session.Client;
        var before = server.Snapshot();
        var pools = await client.ConfigureAsync([Narrow], None);
        await client.MoveAsync([new(server.Children[1], 1)], None);

        Assert.Empty(Assert.Single(pools).Problems);
        Assert.StartsWith("/rgp_1 ", server.Snapshot()[1], StringComparison.Ordinal);
        await client.ReleaseAllAsync(None);
        Assert.Equal(before, server.Snapshot());
        Assert.Empty(server.PoolGroups());
    }

    internal static async Task WithoutControllerAsync(VmSession session)
    {
        using var server = session.StartServer(1, place: ServerPlace.WithoutCpu);
        var client = session.Client;
        var pools = await client.ConfigureAsync([Narrow], None);
        var moves = await client.MoveAsync([new(server.Children[0], 1)], None);
        var state = await client.GetStateAsync(None);

        Assert.Contains("Delegate=cpu cpuset", Assert.Single(Assert.Single(pools).Problems), StringComparison.Ordinal);
        Assert.Equal(MoveStatus.Done, Assert.Single(moves).Status);
        Assert.Contains(" cpus=1-2 ", server.Snapshot()[0], StringComparison.Ordinal);
        var lever = state.Levers.First(l => l.Lever == LeverNames.CpuCgroup);
        Assert.Equal(LeverNames.Missing, lever.State);
        Assert.Contains("Delegate=cpu cpuset", lever.Fix, StringComparison.Ordinal);
        await client.ReleaseAllAsync(None);
    }

    internal static async Task IoPriorityAsync(VmSession session)
    {
        Assert.Equal(0, KernelFile.Write("/sys/block/vda/queue/scheduler", "bfq"));
        using var server = session.StartServer(1, workingDirectory: "/disk");
        var client = session.Client;
        var before = server.Snapshot();
        var pools = await client.ConfigureAsync([new PoolSpec { Number = 3, LowIoPriority = true }], None);
        await client.MoveAsync([new(server.Children[0], 3)], None);

        Assert.Empty(Assert.Single(pools).Problems);
        Assert.Contains($" io={(2 << 13) | 7} ", server.Snapshot()[0], StringComparison.Ordinal);
        await client.MoveAsync([new(server.Children[0], 0)], None);
        Assert.Equal(before, server.Snapshot());
    }

    internal static async Task ByHandAsync(VmSession session)
    {
        using var server = session.StartServer(2);
        var client = session.Client;
        var before = server.Snapshot();
        await client.ConfigureAsync([Narrow with { FirstWay = 0, WayCount = 2 }], None);
        await client.MoveAsync([.. server.Children.Select(c => new MoveRequest(c, 1))], None);
        Assert.NotEqual(before, server.Snapshot());
        session.Sidecar.StopBoth();
        await client.DisposeAsync();
        session.Sidecar.KillBoth();

        EmergencyPage.TypeByHand(server.Group);

        Assert.Empty(server.PoolGroups());
        Assert.False(Directory.Exists(ResctrlFacts.Directory + "/rgp_1"));
        Assert.Equal(before, server.Snapshot());
        session.Sidecar.StartGuard();
        await session.ReconnectAsync();
    }

    internal static async Task KillsAsync(VmSession session)
    {
        PoolSpec pool = Narrow with { FirstWay = 0, WayCount = 2 };
        using var server = session.StartServer(2);
        var before = server.Snapshot();
        foreach (var (mover, guard) in new[] { (true, false), (true, true) })
        {
            var client = session.Client;
            await client.ConfigureAsync([pool], None);
            var moves = await client.MoveAsync([.. server.Children.Select(c => new MoveRequest(c, 1))], None);
            Assert.All(moves, m => Assert.Equal(MoveStatus.Done, m.Status));
            var state = await client.GetStateAsync(None);
            _ = mover ? Libc.Kill(state.MoverProcessId, 9) : 0;
            _ = guard ? Libc.Kill(state.GuardProcessId, 9) : 0;

            Eventually.True(
                () => server.Snapshot().SequenceEqual(before, StringComparer.Ordinal),
                "restored",
                Eventually.RestoreBound
            );
            Eventually.True(() => server.PoolGroups().Length == 0, "groups removed", Eventually.RestoreBound);
            Eventually.True(
                () => !Directory.Exists(ResctrlFacts.Directory + "/rgp_1"),
                "resctrl group removed",
                Eventually.RestoreBound
            );
            await client.Ended;
            if (!guard)
                await session.ReconnectAsync();
        }
    }
}
