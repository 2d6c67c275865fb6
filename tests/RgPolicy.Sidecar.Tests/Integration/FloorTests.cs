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
    private const int Others = 2;

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
    /// group itself. The pool weighs the more, the more of them there are on the whole machine, and at most as much as
    /// its members.</summary>
    [RootFact]
    public async Task Pool_AtTheRootBesideOtherPrograms_IsNotLeftToThem()
    {
        var cpu = Topology.Read(FileRoot.Machine).Cpus[^1];
        using var server = BusyServer.Start(1 + Members, cpu, atRoot: true);
        using var others = BusyServer.Start(Others, cpu, atRoot: true);
        using var sidecar = SidecarUnderTest.Start(
            "--postmaster",
            server.ProcessId.ToString(CultureInfo.InvariantCulture)
        );
        await using var client = await sidecar.ConnectAsync();
        await client.ConfigureAsync([new PoolSpec { Number = 1, CpuShare = Share }], CancellationToken.None);
        var members = server.Children.Take(Members).ToArray();
        await client.MoveAsync([.. members.Select(id => new MoveRequest(id, 1))], CancellationToken.None);
        var most = await LiveAsync(client, 5);
        int[] all = [.. server.Children, .. others.Children];
        var before = all.ToDictionary(id => id, BusyServer.Time);
        most = Math.Max(most, await LiveAsync(client, 4));

        var got = all.ToDictionary(id => id, id => BusyServer.Time(id) - before[id]);
        var ratio = members.Sum(id => got[id]) / (double)others.Children.Sum(id => got[id]);

        // Besides the programs: the members, the favoured process and whoever counts.
        var programs = Math.Max(Others, most - Members - 2);
        Console.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"parity: the pool got {ratio:F2} times as much as two programs, with {programs} on the machine"
            )
        );
        Assert.InRange(ratio, 0.74 * Weight(Others) / Others, 1.28 * Weight(programs) / Others);
    }

    // Its share of all that run beside it, and parity with the programs outside the server.
    private static double Weight(int programs) =>
        Share * (1 + programs) + Math.Sqrt(Members * Math.Min(programs, Members));

    // Returns the most processes that were seen to run.
    private static async Task<int> LiveAsync(Host.Client.SidecarClient client, int seconds)
    {
        var most = 0;
        for (var beat = 0; beat < seconds * 4; beat++)
        {
            await client.HeartbeatAsync(relaxed: false, CancellationToken.None);
            await Task.Delay(250);
            most = Math.Max(most, Running());
        }

        return most;
    }

    private static int Running() =>
        int.Parse(FileRoot.Machine.ReadText("/proc/loadavg")!.Split(' ', '/')[3], CultureInfo.InvariantCulture);
}
