using System.Diagnostics;
using System.Runtime;

namespace RgPolicy.Bench.SqlServer;

/// <summary>What a poll took, and what of that was not its own work.</summary>
/// <param name="Took">Altogether.</param>
/// <param name="Paused">Stopped by garbage collections.</param>
/// <param name="Compiled">Compiled, by any thread.</param>
/// <param name="Queued">Threads of the process were ready to run and had no processor, added up; Linux tells
/// it.</param>
internal readonly record struct PollCost(TimeSpan Took, TimeSpan Paused, TimeSpan Compiled, TimeSpan Queued)
{
    /// <summary>The process so far.</summary>
    public static PollCost Now() =>
        new(
            Stopwatch.GetElapsedTime(0),
            GC.GetTotalPauseDuration(),
            JitInfo.GetCompilationTime(),
            Directory.Exists("/proc/self/task")
                ? new DirectoryInfo("/proc/self/task")
                    .EnumerateDirectories()
                    .Select(QueuedOf)
                    .Aggregate(TimeSpan.Zero, Sum)
                : TimeSpan.Zero
        );

    /// <summary>Since an earlier moment.</summary>
    public PollCost Since(PollCost before) =>
        new(Took - before.Took, Paused - before.Paused, Compiled - before.Compiled, Queued - before.Queued);

    /// <inheritdoc/>
    public override string ToString() =>
        FormattableString.Invariant(
            $"poll {Took.TotalMilliseconds:0.0} ms (collections {Paused.TotalMilliseconds:0.0}, compiling {Compiled.TotalMilliseconds:0.0}, waiting for a processor {Queued.TotalMilliseconds:0.0})"
        );

    private static TimeSpan Sum(TimeSpan one, TimeSpan other) => one + other;

    private static TimeSpan QueuedOf(DirectoryInfo thread)
    {
        try
        {
            var figures = File.ReadAllText(Path.Combine(thread.FullName, "schedstat")).Split(' ');
            return TimeSpan.FromMicroseconds(long.Parse(figures[1], CultureInfo.InvariantCulture) / 1000.0);
        }
        catch (IOException)
        {
            return TimeSpan.Zero; // It has ended.
        }
    }
}
