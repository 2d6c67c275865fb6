using RgPolicy.Plans;
using RgPolicy.Simulation.Machines;

namespace RgPolicy.Simulation.Mixes;

/// <summary>What a statement touches by its plan, as one phase: its operators are not told apart in time.</summary>
internal static class PlanPhase
{
    // Of a processor time that was measured, so much at least is work and no waiting for the cache.
    private const double LeastWork = 0.2;

    // Where nothing was measured: of a row that is touched, and of a byte that is read in sequence.
    private const double RowSeconds = 100e-9;
    private const double ByteSeconds = 0.5e-9;

    /// <summary>The phase.</summary>
    /// <param name="plan">What the plan tells; null where it is not known.</param>
    /// <param name="cpuSeconds">Processor time that was measured, waiting for cache and memory included.</param>
    public static MixPhase Of(PlanProfile? plan, double cpuSeconds)
    {
        var memory = new MemoryModel();
        var phase = Of(plan);
        var waits = phase.Structures.Sum(each => each.Accesses) * memory.LlcSeconds / phase.Overlap;
        return phase with { CpuSeconds = Math.Max(LeastWork * cpuSeconds, cpuSeconds - waits) };
    }

    /// <summary>The phase of a statement that was never measured: its processor time is reckoned from rows and
    /// bytes.</summary>
    public static MixPhase Reckoned(PlanProfile plan)
    {
        var phase = Of(plan);
        var work = ((double)(plan.RowsTouched.Value ?? 0) * RowSeconds) + (phase.StreamedBytes * ByteSeconds);
        return phase with { CpuSeconds = Math.Max(RowSeconds, work) };
    }

    /// <summary>How mixes and policies call a shape.</summary>
    public static string WordOf(PlanShape shape) =>
        shape == PlanShape.BulkLoad ? "bulk_load" : shape.ToString().ToLowerInvariant();

    private static MixPhase Of(PlanProfile? plan)
    {
        var bytes = Math.Min((double)(plan?.WorkingSetBytes.Value ?? 0), MixQueryReader.MostBytes);
        var accesses = (double)Math.Max(plan?.RandomAccesses.Value ?? 0, plan?.RowsTouched.Value ?? 0);
        return new MixPhase
        {
            Shape = plan?.Shape ?? PlanShape.Unknown,
            StreamedBytes = Math.Min((double)(plan?.StreamedBytes.Value ?? 0), MixQueryReader.MostStreamed),
            Structures =
                bytes >= 1 && accesses >= 1
                    ?
                    [
                        new MixStructure(bytes, Math.Min(accesses, MixQueryReader.MostAccesses), 0, false)
                        {
                            // What short statements look up is in indexes and tables; a plan does not tell of a join
                            // how much is.
                            IsShared = plan?.Shape is PlanShape.Oltp or PlanShape.Write,
                        },
                    ]
                    : [],
        };
    }
}
