using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Guarding;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Measuring;

/// <summary>Two busy loops on one CPU: what one gets of it beside the other shows whether a lever has
/// an effect.</summary>
internal sealed class BusyPair : IDisposable
{
    private const int Sample = 500;
    private const int KillSignal = 9;
    private readonly FileRoot _root;
    private readonly Process _first;
    private readonly Process _second;
    private bool _isOver;

    private BusyPair(FileRoot root, Process first, Process second) => (_root, _first, _second) = (root, first, second);

    /// <summary>The one whose settings are changed.</summary>
    internal int First => _first.Id;

    internal int Second => _second.Id;

    /// <summary>Starts them; null when they cannot be started.</summary>
    internal static BusyPair? Start(FileRoot root)
    {
        var first = SelfCommand.Start(["busy"]);
        var second = first is null ? null : SelfCommand.Start(["busy"]);
        return first is not null && second is not null ? new BusyPair(root, first, second) : null;
    }

    /// <summary>What the two use in half a second, each as a part of one CPU.</summary>
    internal (double First, double Second) Measure()
    {
        var (first, second, started) = (RunTime(First), RunTime(Second), Stopwatch.GetTimestamp());
        Pause.Milliseconds(Sample);
        var seconds = Stopwatch.GetElapsedTime(started).TotalSeconds;
        return ((RunTime(First) - first) / seconds, (RunTime(Second) - second) / seconds);
    }

    public void Dispose()
    {
        if (_isOver)
            return;

        _isOver = true;
        foreach (var process in new[] { _first, _second })
        {
            _ = Libc.Kill(process.Id, KillSignal);
            process.WaitForExit();
            process.Dispose();
        }
    }

    // Seconds on a CPU: /proc/PID/schedstat, its first number, in nanoseconds.
    private double RunTime(int process)
    {
        var text =
            _root.ReadTrimmed(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/schedstat"))
            ?? string.Empty;
        return ulong.TryParse(text.Split(' ')[0], NumberStyles.None, CultureInfo.InvariantCulture, out var time)
            ? time / 1e9
            : 0;
    }
}
