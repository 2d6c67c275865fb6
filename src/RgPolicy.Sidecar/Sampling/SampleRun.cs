using System.Diagnostics;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Sidecar.Sampling;

/// <summary>One sample: clears the marks of a query's processes, and reads them after each window.</summary>
internal sealed class SampleRun(int processId, ImmutableArray<SampledProcess> processes, double budget) : IDisposable
{
    /// <summary>Its problem, where there is more memory than the budget pays for.</summary>
    internal const string TooLarge = "it has more memory than its age pays for";

    private static readonly double TicksOfMicrosecond = Stopwatch.Frequency / 1e6;
    private readonly TouchedReader _reader = new();
    private TimeSpan _cost;
    private int _walks;
    private string? _problem;

    /// <summary>Runs it to its end, or until it is cancelled.</summary>
    /// <param name="pause">Waits; true when it is cancelled.</param>
    internal SampleReport Run(Func<TimeSpan, bool> pause)
    {
        long[] before = [.. processes.Select(each => each.ReadBytes())];
        if (!Walk(ClearAll))
            return Report([], 0, _problem ?? "the process is gone");

        var points = ReadWindows(pause);
        return Report(
            points,
            processes.Select((each, index) => Math.Max(0, each.ReadBytes() - before[index])).Sum(),
            points.Count == 0 ? _problem ?? $"it ended, or {TooLarge}" : string.Empty
        );
    }

    public void Dispose()
    {
        foreach (var process in processes)
            process.Dispose();
    }

    private double Left => budget - _cost.TotalMicroseconds;

    private double MeanWalk => _cost.TotalMicroseconds / _walks;

    // Walks may take longer than the first one did: then shorter windows are left out, for without the longest what has
    // not been touched yet looks like a stream. A sample that did not get there tells nothing.
    private List<TouchedPoint> ReadWindows(Func<TimeSpan, bool> pause)
    {
        var began = Stopwatch.GetTimestamp();
        var points = new List<TouchedPoint>();
        var windows = SampleWindows.For(budget, _cost.TotalMicroseconds);
        for (var index = 0; index < windows.Length; index++)
        {
            var after = windows.Length - 1 - index;
            if (after > 0 && Left < (after + 1) * MeanWalk)
                continue;

            var rest = TimeSpan.FromMilliseconds(windows[index]) - Stopwatch.GetElapsedTime(began);
            if (Left <= 0 || (rest > TimeSpan.Zero && pause(rest)) || ReadAll(began) is not { } point)
                return [];

            points.Add(point);
        }

        return points.Count < SampleWindows.Fewest ? [] : points;
    }

    // Clearing keeps page faults of its process waiting: where it takes so long that too few windows would be left, it
    // ends with the process that it is at.
    private bool ClearAll()
    {
        var until = Stopwatch.GetTimestamp() + (long)(budget / (SampleWindows.Fewest + 1) * TicksOfMicrosecond);
        for (var index = 0; index < processes.Length; index++)
        {
            _problem = index > 0 && Stopwatch.GetTimestamp() > until ? TooLarge : null;
            if (_problem is not null || (!processes[index].Clear() && index == 0))
                return false;
        }

        return true;
    }

    private TouchedPoint? ReadAll(long began)
    {
        var window = (int)Stopwatch.GetElapsedTime(began).TotalMilliseconds;
        TouchedBytes? touched = null;
        var isWhole = Walk(() => (touched = AddUp()) is not null);
        _problem = touched is { Huge: > 0 } ? "its memory is in huge pages, which the kernel does not mark" : null;
        return isWhole && touched is { Huge: 0 } all ? new TouchedPoint(window, all.Private, all.Shared) : null;
    }

    // A worker that has ended meanwhile touches nothing any more; without the backend there is no query.
    private TouchedBytes? AddUp()
    {
        var until = Stopwatch.GetTimestamp() + (long)((Left + MeanWalk) * TicksOfMicrosecond);
        var all = default(TouchedBytes);
        for (var index = 0; index < processes.Length; index++)
        {
            var touched = processes[index].Read(_reader, until);
            if (touched is null && (index == 0 || _reader.WasCut))
                return null;

            all = touched is { } found ? all.With(found) : all;
        }

        return all;
    }

    private bool Walk(Func<bool> walk)
    {
        var began = Stopwatch.GetTimestamp();
        var isDone = walk();
        _cost += Stopwatch.GetElapsedTime(began);
        _walks++;
        return isDone;
    }

    private SampleReport Report(List<TouchedPoint> points, long readBytes, string problem) =>
        new(processId, points, readBytes, (int)Math.Min(_cost.TotalMicroseconds, int.MaxValue), problem);
}

/// <summary>Which windows a sample's budget pays for.</summary>
internal static class SampleWindows
{
    /// <summary>A hot set and how fast it grows need two points.</summary>
    internal const int Fewest = 2;

    private static readonly ImmutableArray<int> All = [10, 30, 100, 300, 1000, 3000];

    /// <summary>The longest windows that a budget pays for, shortest first; empty when it pays for too few.</summary>
    /// <param name="budget">Microseconds for one walk that clears and one for each window.</param>
    /// <param name="walk">Microseconds of a walk.</param>
    internal static ImmutableArray<int> For(double budget, double walk)
    {
        var paid = (int)Math.Min(All.Length, (budget / Math.Max(walk, 1)) - 1);
        return paid < Fewest ? [] : All[^paid..];
    }
}
