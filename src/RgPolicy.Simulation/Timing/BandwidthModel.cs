using RgPolicy.Simulation.Machines;

namespace RgPolicy.Simulation.Timing;

/// <summary>
/// The memory of one socket. A line waits as in a queue with one server and constant service: W = s x rho / (2 (1 -
/// rho))
/// (Pollaczek and Khinchine; Kleinrock, Queueing Systems, vol. 1, equation 5.63 with no variance). Who waits longer
/// asks
/// less, so there is exactly one use of the memory at which both hold.
/// </summary>
internal static class BandwidthModel
{
    private const int Steps = 32;

    /// <summary>Sets the rate of every group. Each has been measured before.</summary>
    /// <returns>The part of the bandwidth that is used.</returns>
    public static double Solve(IReadOnlyCollection<LoadGroup> groups, MemoryModel memory)
    {
        LoadGroup[][] throttled =
        [
            .. groups
                .Where(group => group.Share.BandwidthPercent < 100)
                .GroupBy(group => group.Share)
                .Select(pool => pool.ToArray()),
        ];
        var (low, high) = (0.0, 1.0);
        for (var step = 0; step < Steps; step++)
        {
            var use = (low + high) / 2;
            Apply(groups, throttled, Wait(use, memory), memory);
            (low, high) = Bytes(groups) / memory.BytesPerSecond > use ? (use, high) : (low, use);
        }

        return (low + high) / 2;
    }

    private static double Wait(double use, MemoryModel memory) => memory.ServiceSeconds * use / (2 * (1 - use));

    private static double Bytes(IEnumerable<LoadGroup> groups)
    {
        var sum = 0.0;
        foreach (var group in groups)
            sum += group.Rate * group.Count * group.MemoryLines;
        return sum * MachineModel.LineBytes;
    }

    private static void Apply(
        IReadOnlyCollection<LoadGroup> groups,
        LoadGroup[][] throttled,
        double wait,
        MemoryModel memory
    )
    {
        foreach (var group in groups)
            group.Rate = group.RateAt(wait);

        foreach (var pool in throttled)
            Throttle(pool, memory.BytesPerSecond * pool[0].Share.BandwidthPercent / 100);
    }

    /// <summary>Memory bandwidth allocation delays the requests of a class until it keeps below its part.</summary>
    private static void Throttle(LoadGroup[] pool, double most)
    {
        var bytes = Bytes(pool);
        foreach (var group in pool)
            group.Rate *= bytes > most ? most / bytes : 1;
    }
}
