using System.Diagnostics;
using RgPolicy.Testing.Stack;

namespace RgPolicy.HtapBench.Scenarios.Starts;

/// <summary>Sees from outside, in /proc, when the first of some processes is in another group than before.</summary>
internal sealed class MoveWatch
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(5);

    private readonly Dictionary<int, string?> _groups;

    /// <summary>Remembers where they are now.</summary>
    public MoveWatch(IEnumerable<int> processes) => _groups = processes.ToDictionary(p => p, ProcessFacts.CpuGroup);

    /// <summary>Whether one of them is elsewhere.</summary>
    public bool HasMoved => _groups.Any(each => ProcessFacts.CpuGroup(each.Key) is { } now && now != each.Value);

    /// <summary>Waits until something holds; false after half a minute.</summary>
    public static bool Wait(Func<bool> holds)
    {
        var clock = Stopwatch.StartNew();
        while (!holds())
        {
            if (clock.Elapsed > Patience)
                return false;
            Thread.Sleep(Interval);
        }

        return true;
    }
}
