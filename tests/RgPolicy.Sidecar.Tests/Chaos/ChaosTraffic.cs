using RgPolicy.Host.Client;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Sidecar.Tests.Chaos;

/// <summary>A client that asks for pools and moves by chance until its connection ends.</summary>
internal static class ChaosTraffic
{
    private static readonly int[] Cpus = [.. Topology.Read(FileRoot.Machine).Cpus];

    internal static async Task RunAsync(
        SidecarClient client,
        int[] children,
        int seed,
        CancellationToken cancellationToken
    )
    {
        var random = new Random(seed);
        try
        {
            while (!cancellationToken.IsCancellationRequested)
                await AskAsync(client, children, random);
        }
        catch (Exception e) when (e is SidecarException or ObjectDisposedException)
        {
            // The connection ended: a process died, perhaps this client.
        }
    }

    private static async Task AskAsync(SidecarClient client, int[] children, Random random)
    {
        if (random.Next(4) == 0)
        {
            await client.ConfigureAsync(
                [.. Enumerable.Range(1, 3).Where(_ => random.Next(3) > 0).Select(n => RandomPool(n, random))],
                CancellationToken.None
            );
        }
        else if (random.Next(8) == 0)
        {
            await client.HeartbeatAsync(relaxed: random.Next(2) == 0, CancellationToken.None);
        }
        else
        {
            await client.MoveAsync(
                [
                    .. children
                        .Where(_ => random.Next(2) == 0)
                        .Select(c => new MoveRequest(c, random.Next(4), random.Next(2) == 0)),
                ],
                CancellationToken.None
            );
        }
    }

    private static PoolSpec RandomPool(int number, Random random) =>
        new()
        {
            Number = number,
            CpuShare = 0.05 + (random.NextDouble() * 0.9),
            Cores = random.Next(2) == 0 ? null : [Cpus[random.Next(Cpus.Length)]],
            FirstWay = number * 3,
            WayCount = random.Next(1, 4),
            ReadBytesPerSecond = random.Next(2) == 0 ? null : random.Next(1, 100) * 1_000_000L,
        };
}
