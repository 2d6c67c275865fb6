using RgPolicy.Testing.Stack;

namespace RgPolicy.MariaDbBench;

/// <summary>Seconds of processors, or processors over a time: whether a slow run lacked processors, and whose they
/// were.</summary>
/// <param name="Server">The server's.</param>
/// <param name="Idle">Nobody's.</param>
/// <param name="All">Everybody's and nobody's.</param>
internal sealed record UsedProcessors(double Server, double Idle, double All)
{
    private const double TicksPerSecond = 100;
    private const int IdleField = 3;
    private const int FieldsWithoutGuests = 8;

    /// <summary>Since the host began.</summary>
    public static UsedProcessors SoFar(int server)
    {
        var ticks = File.ReadLines("/proc/stat")
            .First()
            .Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Skip(1)
            .Take(FieldsWithoutGuests)
            .Select(each => double.Parse(each, CultureInfo.InvariantCulture))
            .ToArray();
        return new UsedProcessors(
            ProcessFacts.CpuSeconds(server) ?? 0,
            (ticks[IdleField] + ticks[IdleField + 1]) / TicksPerSecond,
            ticks.Sum() / TicksPerSecond
        );
    }

    /// <summary>Processors on the average since an earlier moment.</summary>
    public UsedProcessors Since(UsedProcessors before, TimeSpan time) =>
        new(
            (Server - before.Server) / time.TotalSeconds,
            (Idle - before.Idle) / time.TotalSeconds,
            (All - before.All) / time.TotalSeconds
        );

    public override string ToString() =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"server {Server:F2}, others {All - Idle - Server:F2}, idle {Idle:F2}"
        );
}
