using RgPolicy.Sidecar.Moving;

namespace RgPolicy.Sidecar.Keeping;

/// <summary>
/// What the pools' weights get on top where programs outside the server compute without end and compete
/// with the pools' groups: a pool throttles for the good of the protected queries, and not of programs that nothing is
/// known of. Together the pools get the geometric mean of what keeps them level with such programs and what their own
/// running processes would weigh, and no pool more than the latter.
/// </summary>
internal sealed class ForeignParity(ProcessMover mover, RunnableCount count)
{
    private readonly LeastOfASecond _beside = new();
    private readonly LeastOfASecond _foreign = new();
    private readonly Dictionary<int, double> _running = [];
    private double _programs;

    /// <summary>Takes in one count.</summary>
    /// <param name="server">The server's main process.</param>
    /// <param name="beside">The processes that run or want to run beside the pools.</param>
    /// <param name="at">When, on a clock without jumps.</param>
    /// <param name="gain">How far means follow, 0 to 1.</param>
    internal void See(int server, int beside, TimeSpan at, double gain)
    {
        var foreign = _beside.See(beside, at) > 0 && count.OfServer(server) is { } own ? Math.Max(0, beside - own) : 0;
        _programs += (_foreign.See(foreign, at) - _programs) * gain;
        if (_programs < 0.1)
        {
            _running.Clear();
            return;
        }

        var counted = mover
            .Members.Where(count.Runs)
            .GroupBy(id => mover.WholeOf(id))
            .ToDictionary(pool => pool.Key, pool => pool.Count());
        foreach (var pool in counted.Keys.Union(_running.Keys).ToArray())
        {
            var before = _running.GetValueOrDefault(pool);
            _running[pool] = before + (counted.GetValueOrDefault(pool) - before) * gain;
        }
    }

    /// <summary>What a pool's weight gets on top, in weights of one process.</summary>
    internal double Of(int pool)
    {
        var all = _running.Values.Sum();
        return all < 0.1 ? 0 : Math.Min(1, Math.Sqrt(_programs / all)) * _running.GetValueOrDefault(pool);
    }
}

/// <summary>
/// The least of the numbers seen within the last one to two seconds. A program that computes without
/// end is in each of them; one that waits now and then, as clients of the server do, is missing in some.
/// </summary>
internal sealed class LeastOfASecond
{
    private static readonly TimeSpan Span = TimeSpan.FromSeconds(1);
    private TimeSpan _begun;
    private int _before;
    private int _now = int.MaxValue;

    /// <summary>Takes in a number and returns the least; 0 until a whole second has been seen.</summary>
    /// <param name="number">What was counted.</param>
    /// <param name="at">When, on a clock without jumps.</param>
    internal int See(int number, TimeSpan at)
    {
        if (at - _begun >= Span)
        {
            // After a pause nothing is known of what ran meanwhile.
            _before = at - _begun >= 2 * Span || _now == int.MaxValue ? 0 : _now;
            (_begun, _now) = (at, int.MaxValue);
        }

        _now = Math.Min(_now, number);
        return Math.Min(_before, _now);
    }
}
