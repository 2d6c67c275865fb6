using RgPolicy.Host.Client;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>Another program changes what pools rest on; while heartbeats come it is set again and said.</summary>
[Collection(HostCollection.Name)]
public sealed class DriftTests
{
    private static readonly PoolSpec Narrow = new()
    {
        Number = 1,
        CpuShare = 0.2,
        Cores = [Topology.Read(FileRoot.Machine).Cpus[^1]],
    };

    [RootFact]
    public async Task Heartbeat_WeightWrittenByAnother_IsWrittenAgainAndSaid()
    {
        using var server = FakeServer.Start(1);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await GovernAsync(sidecar, server);
        var (file, value) = CpuGroups.Weight(Version, 0.2);
        var path = Path.Join(server.Group, "rgp_1", file);
        Assert.Equal(0, KernelFile.Write(path, "77"));

        await BeatUntilAsync(client, () => FileRoot.Machine.ReadTrimmed(path) == value, "the weight is ours again");

        Assert.Contains(
            "changed from outside 1 times, fixed",
            await DriftAsync(client, "pool 1: " + file),
            StringComparison.Ordinal
        );
    }

    [RootFact]
    public async Task Heartbeat_ProcessMovedByAnother_IsMovedBackAndSaid()
    {
        using var server = FakeServer.Start(2);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await GovernAsync(sidecar, server);
        var governed = server.Snapshot();
        var child = server.Children[0];
        Assert.Equal(0, KernelFile.Write(server.Group + "/cgroup.procs", child.ToString(CultureInfo.InvariantCulture)));
        Assert.Equal(0, Scheduling.SetAffinity(child, [0]));
        Assert.NotEqual(governed, server.Snapshot());
        Assert.Equal([child], (await client.GetStateAsync(CancellationToken.None)).Displaced);

        await BeatUntilAsync(
            client,
            () => server.Snapshot().SequenceEqual(governed, StringComparer.Ordinal),
            "the process is back in its pool"
        );

        Assert.Contains("fixed", await DriftAsync(client, "processes in pools"), StringComparison.Ordinal);
        Assert.Null((await client.GetStateAsync(CancellationToken.None)).Displaced);
    }

    [RootFact]
    public async Task Heartbeat_GroupRemovedByAnother_IsMadeAgain()
    {
        using var server = FakeServer.Start(1);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await GovernAsync(sidecar, server);
        var governed = server.Snapshot();
        Assert.Equal(
            0,
            KernelFile.Write(server.Group + "/cgroup.procs", server.Children[0].ToString(CultureInfo.InvariantCulture))
        );
        Assert.Equal(0, KernelFile.RemoveDirectory(server.Group + "/rgp_1"));

        await BeatUntilAsync(
            client,
            () => server.Snapshot().SequenceEqual(governed, StringComparer.Ordinal),
            "the group is there again"
        );

        await client.ReleaseAllAsync(CancellationToken.None);
        Assert.Empty(server.PoolGroups());
    }

    [RootFact]
    public async Task Heartbeat_NothingChanged_SaysNothing()
    {
        using var server = FakeServer.Start(2);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await GovernAsync(sidecar, server);
        for (var beat = 0; beat < 25; beat++)
        {
            await client.HeartbeatAsync(relaxed: beat is > 10 and < 15, CancellationToken.None);
            Pause.Milliseconds(100);
        }

        Assert.Null((await client.GetStateAsync(CancellationToken.None)).Drift);
    }

    private static int Version => CgroupHierarchy.Find(FileRoot.Machine, Environment.ProcessId)!.Version;

    private static async Task<SidecarClient> GovernAsync(SidecarUnderTest sidecar, FakeServer server)
    {
        var client = await sidecar.ConnectAsync();
        await client.ConfigureAsync([Narrow], CancellationToken.None);
        var moves = await client.MoveAsync(
            [.. server.Children.Select(c => new MoveRequest(c, 1))],
            CancellationToken.None
        );
        Assert.All(moves, m => Assert.Equal(MoveStatus.Done, m.Status));
        await client.HeartbeatAsync(relaxed: false, CancellationToken.None);
        return client;
    }

    private static async Task BeatUntilAsync(SidecarClient client, Func<bool> holds, string what)
    {
        for (var beat = 0; !holds(); beat++)
        {
            Assert.True(beat < 200, what + ": not within 10 s");
            await client.HeartbeatAsync(relaxed: false, CancellationToken.None);
            Pause.Milliseconds(50);
        }
    }

    private static async Task<string> DriftAsync(SidecarClient client, string about) =>
        Assert.Single(
            (await client.GetStateAsync(CancellationToken.None)).Drift ?? [],
            line => line.StartsWith(about, StringComparison.Ordinal)
        );
}
