using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Tests.Integration;

namespace RgPolicy.Sidecar.Tests.Vm;

/// <summary>What a pool gets beside many protected processes, by the weights of cgroup v2.</summary>
internal static class VmFloorSteps
{
    private const double Share = 0.05;
    private const int Members = 4;

    internal static async Task FloorAsync(VmSession session)
    {
        foreach (var protectedCount in new[] { 1, 4, 16, 64 })
        {
            using var server = BusyServer.Start(
                protectedCount + Members,
                Topology.Read(FileRoot.Machine).Cpus[^1],
                asNobody: true
            );
            session.Point(server.ProcessId);
            var part = await MeasureAsync(session, server);

            Console.WriteLine(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"floor: beside {protectedCount} the pool got {part:P2}, said {Share / (1 + Share):P2}"
                )
            );
            Assert.InRange(part, 0.8 * Share / (1 + Share), 1.2 * Share / (1 + Share));
        }
    }

    private static async Task<double> MeasureAsync(VmSession session, BusyServer server)
    {
        var client = session.Client;
        await client.ConfigureAsync([new PoolSpec { Number = 1, CpuShare = Share }], CancellationToken.None);
        var all = server.Children;
        var moves = await client.MoveAsync(
            [.. all.Take(Members).Select(id => new MoveRequest(id, 1))],
            CancellationToken.None
        );
        Assert.All(moves, move => Assert.Equal(MoveStatus.Done, move.Status));
        await LiveAsync(session, 6);
        var before = all.ToDictionary(id => id, BusyServer.Time);
        await LiveAsync(session, 12);
        var got = all.ToDictionary(id => id, id => BusyServer.Time(id) - before[id]);
        await client.ReleaseAllAsync(CancellationToken.None);
        return all.Take(Members).Sum(id => got[id]) / (double)got.Values.Sum();
    }

    private static async Task LiveAsync(VmSession session, int seconds)
    {
        for (var beat = 0; beat < seconds * 4; beat++)
        {
            await session.Client.HeartbeatAsync(relaxed: false, CancellationToken.None);
            await Task.Delay(250);
        }
    }
}
