using RgPolicy.Host.Client;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>Single threads of one server are moved and given back, and no other thread with them.</summary>
[Collection(HostCollection.Name)]
public sealed class ThreadTests
{
    private static readonly PoolSpec Narrow = new()
    {
        Number = 1,
        CpuShare = 0.2,
        Cores = [Topology.Read(FileRoot.Machine).Cpus[^1]],
        ReadBytesPerSecond = 1_000_000,
    };

    private static readonly PoolSpec Light = new() { Number = 2, CpuShare = 0.5 };

    [ThreadFact]
    public async Task Move_ThreadsOfSessions_GoAloneAndComeBack()
    {
        await using var server = await ThreadedServer.StartAsync();
        using var sidecar = SidecarUnderTest.Start("--postmaster", $"{server.ProcessId}");
        await using var client = await sidecar.ConnectAsync();
        var before = server.Snapshot();
        await client.ConfigureAsync([Narrow, Light], CancellationToken.None);
        int[] wanted = [.. server.Threads.Take(2).Order()];

        var outcomes = await MoveAsync(client, (server.Threads[0], 1), (server.Threads[1], 2));
        Assert.All(outcomes, outcome => Assert.Equal(MoveStatus.Done, outcome.Status));
        Assert.Equal(wanted, server.Elsewhere());

        // Meanwhile the main process is written into its own group all the time, to keep moves quick.
        for (var beat = 0; beat < 10; beat++)
        {
            await client.HeartbeatAsync(relaxed: false, CancellationToken.None);
            Pause.Milliseconds(20);
            Assert.Equal(wanted, server.Elsewhere());
        }

        await MoveAsync(client, (server.Threads[0], 0));
        Assert.Equal([server.Threads[1]], server.Elsewhere());
        await client.ReleaseAllAsync(CancellationToken.None);
        Assert.Equal(before, server.Snapshot());
        Assert.Empty(server.PoolGroups());
    }

    [ThreadFact]
    public async Task Move_WhatIsNoSessionsThread_IsRefused()
    {
        await using var server = await ThreadedServer.StartAsync();
        using var sidecar = SidecarUnderTest.Start("--postmaster", $"{server.ProcessId}");
        await using var client = await sidecar.ConnectAsync();
        await client.ConfigureAsync([Light], CancellationToken.None);
        var own = ThreadGroup.Others(FileRoot.Machine, Environment.ProcessId).First();

        var vouched = await MoveAsync(client, (server.ProcessId, 2), (own, 2));
        var unvouched = await client.MoveAsync(
            [.. ThreadGroup.Others(FileRoot.Machine, server.ProcessId).Select(id => new MoveRequest(id, 2))],
            CancellationToken.None
        );

        Assert.All(vouched.Concat(unvouched), outcome => Assert.Equal(MoveStatus.Refused, outcome.Status));
        Assert.Empty(server.Elsewhere());
    }

    [ThreadFact]
    public async Task Start_AfterBothWereKilled_GivesThreadsBackWithAndWithoutAJournal()
    {
        await using var server = await ThreadedServer.StartAsync();
        using var sidecar = SidecarUnderTest.Start("--postmaster", $"{server.ProcessId}");
        var before = server.Snapshot();
        foreach (var keepsJournal in new[] { true, false })
        {
            await using var client = await sidecar.ConnectAsync();
            await client.ConfigureAsync([Narrow, Light], CancellationToken.None);
            await MoveAsync(client, (server.Threads[0], 1), (server.Threads[1], 2), (server.Threads[2], 2));
            Assert.Equal(server.Threads.Order(), server.Elsewhere());
            sidecar.StopBoth();
            await client.DisposeAsync();
            sidecar.KillBoth();
            if (!keepsJournal)
                File.Delete(Path.Join(sidecar.Directory, "journal"));

            sidecar.StartGuard();
            await using var next = await sidecar.ConnectAsync();
            Assert.Equal(before, server.Snapshot());
            Assert.Empty(server.PoolGroups());
        }
    }

    [UnifiedThreadFact]
    public async Task Group_OfVersion2_TakesSingleThreadsAndSendsThemToItsParent()
    {
        await using var server = await ThreadedServer.StartAsync();
        var (mount, name) = (UnifiedThreadFactAttribute.Mount!, $"/rgptest_v2_{server.ProcessId}");
        var (home, pool) = (mount + name, mount + name + "/rgp_1");
        Assert.Equal(0, KernelFile.MakeDirectory(home));
        Assert.Equal(0, KernelFile.Write(home + "/cgroup.procs", $"{server.ProcessId}"));
        Assert.Equal(0, KernelFile.MakeDirectory(pool));
        Assert.Equal(0, KernelFile.Write(pool + "/cgroup.type", "threaded"));
        int[] moved = [.. server.Threads.Take(2)];

        Assert.All(moved, id => Assert.Null(ProcessLevers.SetCgroup(FileRoot.Machine, 2, name + "/rgp_1", pool, id)));
        Assert.Equal(moved.Order(), GroupRemover.Members(FileRoot.Machine, pool).Order());
        Assert.Null(ProcessLevers.SetCgroup(FileRoot.Machine, 2, name, home, moved[0]));
        Assert.Equal([moved[1]], GroupRemover.Members(FileRoot.Machine, pool));
        Assert.Equal(0, GroupRemover.Remove(FileRoot.Machine, pool));

        Assert.False(Directory.Exists(pool));
        Assert.All(server.Threads, id => Assert.Equal(name, CgroupHierarchy.PathOf(FileRoot.Machine, 2, id)));
        Assert.Equal(0, KernelFile.Write(mount + "/cgroup.procs", $"{server.ProcessId}"));
        Assert.Equal(0, KernelFile.RemoveDirectory(home));
    }

    private static Task<IReadOnlyList<MoveOutcome>> MoveAsync(
        SidecarClient client,
        params (int Thread, int Pool)[] moves
    ) =>
        client.MoveAsync(
            [.. moves.Select(move => new MoveRequest(move.Thread, move.Pool, MayWaitForReads: true, IsClient: true))],
            CancellationToken.None
        );
}
