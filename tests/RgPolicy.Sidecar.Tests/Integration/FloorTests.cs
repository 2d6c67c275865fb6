using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>
/// A pool has its share of the weight of all protected processes together, however many of them compute.
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
    public async Task Pool_BesideBusyProtectedProcesses_GetsItsShareOfAllOfThem(int protectedCount)
    {
        using var server = BusyServer.Start(protectedCount + Members, Topology.Read(FileRoot.Machine).Cpus[^1]);
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
                $"floor: beside {protectedCount} the pool got {part:P2}, said {Share / (1 + Share):P2}"
            )
        );
        var said = Share / (1 + Share);
        Assert.InRange(part, 0.8 * said, 1.2 * said);
    }

    /// <summary>At the root of the hierarchy programs that have nothing to do with the server compete with the pool's
    /// group itself. The pool's weight grows with the root of how many of them run anywhere on the machine, so the upper bound
    /// is that of two programs, times this.</summary>
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
        var running = await LiveAsync(client, 4);

        var got = all.ToDictionary(id => id, id => BusyServer.Time(id) - before[id]);
        var programs = Math.Max(2, running - server.Children.Length);
        var ratio = members.Sum(id => got[id]) / (double)others.Children.Sum(id => got[id]);

        Console.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"parity: the pool got {ratio:F2} times as much as two programs, of {programs:F1} that ran"
            )
        );
        Assert.InRange(ratio, 1.1, 1.9 * Math.Sqrt(programs / 2));
    }

    /// <summary>Keeps the lease, and returns how many processes of the machine ran or wanted to, on average, without this
    /// one.</summary>
    private static async Task<double> LiveAsync(Host.Client.SidecarClient client, int seconds)
    {
        var running = 0.0;
        for (var beat = 0; beat < seconds * 4; beat++)
        {
            await client.HeartbeatAsync(relaxed: false, CancellationToken.None);
            await Task.Delay(250);
            var counts = (await File.ReadAllTextAsync("/proc/loadavg")).Split(' ')[3];
            running += int.Parse(counts.Split('/')[0], CultureInfo.InvariantCulture) - 1;
        }

        return running / (seconds * 4);
    }
}
