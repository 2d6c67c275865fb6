using System.Globalization;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>
/// A pool has its share of the weight of all favoured processes together, however many of them compute.
/// What is compared is time that processes of one cgroup on one CPU got from each other, so that other work on the
/// machine does not count.
/// </summary>
[Collection(HostCollection.Name)]
public sealed class FloorTests
{
    private const double Share = 0.05;
    private const int Members = 4;

    [RootTheory]
    [InlineData(1)]
    [InlineData(4)]
    [InlineData(64)]
    public async Task Pool_BesideBusyFavouredProcesses_GetsItsShareOfAllOfThem(int favoured)
    {
        using var server = BusyServer.Start(favoured + Members, Topology.Read(FileRoot.Machine).Cpus[^1]);
        using var sidecar = SidecarUnderTest.Start(
            "--postmaster",
            server.ProcessId.ToString(CultureInfo.InvariantCulture)
        );
        await using var client = await sidecar.ConnectAsync();
        await client.ConfigureAsync([new PoolSpec { Number = 1, CpuShare = Share }], CancellationToken.None);
        var all = server.Children;
        var members = all.Take(Members).ToArray();
        await client.MoveAsync([.. members.Select(id => new MoveRequest(id, 1))], CancellationToken.None);
        await LiveAsync(client, 4);
        var before = all.ToDictionary(id => id, BusyServer.Time);
        await LiveAsync(client, 4);

        var got = all.ToDictionary(id => id, id => BusyServer.Time(id) - before[id]);
        var part = members.Sum(id => got[id]) / (double)all.Sum(id => got[id]);

        Console.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"floor: beside {favoured} the pool got {part:P2}, said {Share / (1 + Share):P2}"
            )
        );
        var said = Share / (1 + Share);
        Assert.InRange(part, 0.8 * said, 1.2 * said);
    }

    /// <summary>At the root of the hierarchy programs that have nothing to do with the server compete with the pool's
    /// group itself. The pool weighs the more, the more programs run anywhere on the machine, so that only the lower bound is
    /// exact; the upper one says that the others are not starved.</summary>
    [RootFact]
    public async Task Pool_AtTheRootBesideOtherPrograms_IsNotLeftToThem()
    {
        var cpu = Topology.Read(FileRoot.Machine).Cpus[^1];
        using var server = BusyServer.Start(1 + Members, cpu, atRoot: true);
        using var others = BusyServer.Start(2, cpu, atRoot: true);
        using var sidecar = SidecarUnderTest.Start(
            "--postmaster",
            server.ProcessId.ToString(CultureInfo.InvariantCulture)
        );
        await using var client = await sidecar.ConnectAsync();
        await client.ConfigureAsync([new PoolSpec { Number = 1, CpuShare = Share }], CancellationToken.None);
        var members = server.Children.Take(Members).ToArray();
        await client.MoveAsync([.. members.Select(id => new MoveRequest(id, 1))], CancellationToken.None);
        await LiveAsync(client, 5);
        int[] all = [.. server.Children, .. others.Children];
        var before = all.ToDictionary(id => id, BusyServer.Time);
        await LiveAsync(client, 4);

        var got = all.ToDictionary(id => id, id => BusyServer.Time(id) - before[id]);
        var ratio = members.Sum(id => got[id]) / (double)others.Children.Sum(id => got[id]);

        Console.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"parity: the pool got {ratio:F2} times as much as two programs"
            )
        );
        Assert.InRange(ratio, 1.1, 4.0);
    }

    private static async Task LiveAsync(Host.Client.SidecarClient client, int seconds)
    {
        for (var beat = 0; beat < seconds * 4; beat++)
        {
            await client.HeartbeatAsync(relaxed: false, CancellationToken.None);
            await Task.Delay(250);
        }
    }
}
