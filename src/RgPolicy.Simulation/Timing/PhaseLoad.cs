using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Caching;
using RgPolicy.Simulation.Machines;
using RgPolicy.Simulation.Mixes;

namespace RgPolicy.Simulation.Timing;

/// <summary>What one execution of a phase asks of a machine.</summary>
/// <param name="CpuSeconds">Processor time of all threads.</param>
/// <param name="StreamLines">Lines that are read once.</param>
/// <param name="Overlap">Accesses that one thread has under way.</param>
/// <param name="Buckets">What is read again.</param>
internal sealed record PhaseLoad(double CpuSeconds, double StreamLines, double Overlap, LoadBucket[] Buckets)
{
    // Of a structure read with skew, parts with equal shares of the logarithm of the rank.
    private const int SkewParts = 12;

    /// <summary>Accesses that reach the last-level cache.</summary>
    public double Accesses { get; } = Buckets.Sum(each => each.Accesses);

    /// <summary>What a phase asks of this memory.</summary>
    public static PhaseLoad Of(MixPhase phase, MemoryModel memory)
    {
        var stream = phase.StreamedBytes / MachineModel.LineBytes;
        var buckets = phase.Structures.SelectMany(Parts).ToArray();
        return new PhaseLoad(phase.CpuSeconds, stream, phase.Overlap, BeyondL2(buckets, stream, memory));
    }

    /// <summary>Zipf's law: the place of rank r is read in proportion to r to the power of minus the
    /// exponent.</summary>
    private static IEnumerable<LoadBucket> Parts(MixStructure structure)
    {
        var lines = Math.Max(1, structure.Bytes / MachineModel.LineBytes);
        if (structure.Skew <= 0 || structure.IsCyclic || lines < SkewParts)
            return [new LoadBucket(lines, structure.Accesses, structure.IsCyclic, structure.IsShared)];
        var edges = Enumerable
            .Range(0, SkewParts + 1)
            .Select(part => Math.Pow(lines + 1, (double)part / SkewParts))
            .ToArray();
        var weights = edges.Zip(edges.Skip(1), (low, high) => Weight(low, high, structure.Skew)).ToArray();
        var sum = weights.Sum();
        return weights.Select(
            (weight, part) =>
                new LoadBucket(
                    edges[part + 1] - edges[part],
                    structure.Accesses * weight / sum,
                    IsCyclic: false,
                    structure.IsShared
                )
        );
    }

    private static double Weight(double low, double high, double skew) =>
        Math.Abs(skew - 1) < 1e-9
            ? Math.Log(high / low)
            : (Math.Pow(high, 1 - skew) - Math.Pow(low, 1 - skew)) / (1 - skew);

    /// <summary>
    /// Takes away what a core's own cache answers: the same equation, for one thread alone. Only the proportions of
    /// accesses count
    /// for that, so it holds for however many threads, each with its own cache.
    /// </summary>
    private static LoadBucket[] BeyondL2(LoadBucket[] buckets, double stream, MemoryModel memory)
    {
        var items = buckets.Select(each => new CacheItem(0, each.Lines, each.Accesses, each.IsCyclic)).ToArray();
        var room = (double)(memory.L2Bytes ?? TargetProfile.Generic.L2Bytes) / MachineModel.LineBytes;
        var time = CharacteristicTime.Find(items, [stream], 1, room, 0);
        return
        [
            .. buckets.Select(
                (each, index) => each with { Accesses = each.Accesses * (1 - items[index].HitRatio(time)) }
            ),
        ];
    }
}

/// <summary>Lines of a structure that are read equally often.</summary>
/// <param name="Lines">How many.</param>
/// <param name="Accesses">Accesses of one execution that a core's own cache does not answer.</param>
/// <param name="IsCyclic">They are read in the same order again and again.</param>
/// <param name="IsShared">All executions in a group read the same lines.</param>
internal readonly record struct LoadBucket(double Lines, double Accesses, bool IsCyclic, bool IsShared);
