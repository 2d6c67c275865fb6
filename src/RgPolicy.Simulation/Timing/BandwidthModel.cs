using RgPolicy.Simulation.Machines;

namespace RgPolicy.Simulation.Timing;

/// <summary>
/// The memory of one socket. A line waits as in a queue with one server and constant service: W = s x rho / (2 (1 -
/// rho)) (Pollaczek and Khinchine; Kleinrock, Queueing Systems, vol. 1, equation 5.63 with no variance, by Little's
/// result). Who waits longer asks less, so there is exactly one wait at which both hold.
/// </summary>
internal static class BandwidthModel
{
    private const int MostSteps = 60;

    // Of the bandwidth: what is asked for and what the wait stands for agree within so much.
    private const double Enough = 1e-7;

    // Without a service time no access waits until the memory is full: the queue is that of a very short one.
    private const double ShortestService = 1e-15;

    /// <summary>Sets the rate of every group. Each has been measured before.</summary>
    /// <param name="groups">All that reads from this memory.</param>
    /// <param name="memory">The memory.</param>
    /// <param name="guess">The part of the bandwidth that was used a moment ago.</param>
    /// <returns>The part of the bandwidth that is used.</returns>
    public static double Solve(LoadGroup[] groups, MemoryModel memory, double guess = 0)
    {
        LoadGroup[][] throttled =
        [
            .. groups
                .Where(group => group.Share.BandwidthPercent < 100)
                .GroupBy(group => group.Share)
                .Select(pool => pool.ToArray()),
        ];
        var wait = FindWait([.. groups.Where(group => group.Share.BandwidthPercent >= 100)], throttled, memory, guess);
        foreach (var group in groups)
            group.Rate = group.RateAt(wait);
        foreach (var pool in throttled)
            Throttle(pool, MostOf(pool, memory));
        return UseAt(wait, ServiceOf(memory));
    }

    /// <summary>
    /// What is asked for falls with the wait, what the wait stands for rises, and the difference is convex as long as
    /// no query is throttled: Newton's steps come from the left and never go beyond. Where they would leave what is
    /// known to hold the answer, that is halved.
    /// </summary>
    private static double FindWait(LoadGroup[] free, LoadGroup[][] throttled, MemoryModel memory, double guess)
    {
        var service = ServiceOf(memory);
        var used = Math.Clamp(guess, 0, 0.999);
        var (wait, low, high) = (service * used / (2 * (1 - used)), 0.0, double.PositiveInfinity);
        for (var step = 0; step < MostSteps; step++)
        {
            var (bytes, slope) = Asked(free, throttled, memory, wait);
            var over = (bytes / memory.BytesPerSecond) - UseAt(wait, service);
            if (Math.Abs(over) < Enough)
                break;
            (low, high) = over > 0 ? (wait, high) : (low, wait);
            var fall = (slope / memory.BytesPerSecond) - (2 * service / Math.Pow(service + (2 * wait), 2));
            var next = wait - (over / fall);
            wait =
                next >= low && next < high ? next
                : double.IsFinite(high) ? (low + high) / 2
                : (2 * wait) + service;
        }

        return wait;
    }

    private static (double Bytes, double Slope) Asked(
        LoadGroup[] free,
        LoadGroup[][] throttled,
        MemoryModel memory,
        double wait
    )
    {
        var (bytes, slope) = Sum(free, wait);
        foreach (var pool in throttled)
        {
            var (wanted, fall) = Sum(pool, wait);
            var most = MostOf(pool, memory);
            bytes += Math.Min(wanted, most);
            slope += wanted > most ? 0 : fall;
        }

        return (bytes, slope);
    }

    private static (double Bytes, double Slope) Sum(LoadGroup[] groups, double wait)
    {
        var (bytes, slope) = (0.0, 0.0);
        foreach (var group in groups)
        {
            var asked = group.RateAt(wait) * group.Count * group.MemoryLines;
            bytes += asked;
            slope -= asked * group.WaitFactor / group.SecondsAt(wait);
        }

        return (bytes * MachineModel.LineBytes, slope * MachineModel.LineBytes);
    }

    /// <summary>Memory bandwidth allocation delays the requests of a class until it keeps below its part.</summary>
    private static void Throttle(LoadGroup[] pool, double most)
    {
        var bytes = pool.Sum(group => group.Rate * group.Count * group.MemoryLines) * MachineModel.LineBytes;
        foreach (var group in pool)
            group.Rate *= bytes > most ? most / bytes : 1;
    }

    private static double UseAt(double wait, double service) => 2 * wait / (service + (2 * wait));

    private static double ServiceOf(MemoryModel memory) => Math.Max(ShortestService, memory.ServiceSeconds);

    private static double MostOf(LoadGroup[] pool, MemoryModel memory) =>
        memory.BytesPerSecond * pool[0].Share.BandwidthPercent / 100;
}
