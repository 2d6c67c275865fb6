using System.Diagnostics;

namespace RgPolicy.Bench.SqlServer;

/// <summary>What a process used in one part of a measurement.</summary>
internal sealed class UsePart
{
    private readonly TimeSpan _cpu = Process.GetCurrentProcess().TotalProcessorTime;
    private readonly long _bytes = GC.GetTotalAllocatedBytes();
    private readonly long _began = Stopwatch.GetTimestamp();

    private UsePart(int number) => Number = number;

    /// <summary>Counts from 1.</summary>
    public int Number { get; }

    /// <summary>Polls in this part.</summary>
    public int Polls { get; set; }

    /// <summary>Begins the first part.</summary>
    public static UsePart Begin() => new(1);

    /// <summary>Tells what the part used, and begins the next one; the garbage is collected in between.</summary>
    public UsePart End(TextWriter output)
    {
        var cpu = Process.GetCurrentProcess().TotalProcessorTime - _cpu;
        var bytes = GC.GetTotalAllocatedBytes() - _bytes;
        var took = Stopwatch.GetElapsedTime(_began);
        var held = GC.GetTotalMemory(forceFullCollection: true);
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"part {Number}: {took.TotalSeconds:0} s, {Polls} polls, {cpu / took:0.0%} of a core, "
                    + $"{bytes / 1024.0 / Polls:0.0} KiB allocated a poll, {held / 1048576.0:0.00} MiB held"
            )
        );
        return new UsePart(Number + 1);
    }
}
