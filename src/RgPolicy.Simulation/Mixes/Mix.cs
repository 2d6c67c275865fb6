using RgPolicy.Plans;
using RgPolicy.Plans.Judge;
using RgPolicy.Simulation.Machines;

namespace RgPolicy.Simulation.Mixes;

/// <summary>What runs on a simulated machine.</summary>
internal sealed record Mix
{
    /// <summary>Simulated seconds.</summary>
    public double Seconds { get; init; } = 60;

    /// <summary>Seconds between two polls of the governor.</summary>
    public double PollSeconds { get; init; } = 0.1;

    /// <summary>By how much footprints, accesses, streams and processor times may be wrong: one standard deviation, as
    /// a part.</summary>
    public double Uncertainty { get; init; } = 0.1;

    /// <summary>The governor is shown the phase that runs, not the whole statement.</summary>
    public bool SeesPhases { get; init; }

    /// <summary>At most so many executions at a time, chosen by the policy's co-run advice; null without a
    /// gate.</summary>
    public int? Slots { get; init; }

    /// <summary>The masks of pools are not in force, all else of a policy is: what cache allocation brings is the
    /// difference.</summary>
    public bool IgnoresMasks { get; init; }

    /// <summary>The machine beyond its profile.</summary>
    public MemoryModel Memory { get; init; } = new();

    /// <summary>The queries; at least one.</summary>
    public ImmutableArray<MixQuery> Queries { get; init; } = [];
}

/// <summary>A part of a query that does one kind of work, such as the build of a hash table.</summary>
internal sealed record MixPhase
{
    /// <summary>What a DBA would call the work.</summary>
    public PlanShape Shape { get; init; } = PlanShape.Unknown;

    /// <summary>Processor time, without waiting for the last-level cache and for memory.</summary>
    public double CpuSeconds { get; init; }

    /// <summary>Bytes that are read once, in sequence.</summary>
    public double StreamedBytes { get; init; }

    /// <summary>What is read again and again.</summary>
    public ImmutableArray<MixStructure> Structures { get; init; } = [];

    /// <summary>Accesses to structures that one thread has under way at the same time.</summary>
    public double Overlap { get; init; } = 4;

    /// <summary>All structures together.</summary>
    public double Footprint => Structures.Sum(each => each.Bytes);
}

/// <summary>What a plan of the simulated query would tell: the figures of the mix, judged as those of a plan
/// are.</summary>
internal static class MixProfile
{
    /// <summary>The statement as a whole.</summary>
    public static PlanProfile Of(MixQuery query, CacheSizes caches) =>
        Of(query.Shape ?? query.Phases.MaxBy(Weight)?.Shape ?? PlanShape.Unknown, query.Phases, query.Dop, caches);

    /// <summary>One phase.</summary>
    public static PlanProfile Of(MixPhase phase, int dop, CacheSizes caches) => Of(phase.Shape, [phase], dop, caches);

    private static PlanProfile Of(PlanShape shape, IReadOnlyCollection<MixPhase> phases, int dop, CacheSizes caches) =>
        FigureJudge.Profile(
            shape,
            streamed: Whole(phases.Sum(phase => phase.StreamedBytes)),
            workingSet: Whole(phases.Max(phase => phase.Footprint)),
            accesses: Whole(phases.Sum(phase => phase.Structures.Sum(each => each.Accesses))),
            dop,
            caches
        );

    private static double Weight(MixPhase phase) =>
        phase.CpuSeconds + (phase.StreamedBytes / 1e10) + (phase.Structures.Sum(each => each.Accesses) * 1e-8);

    private static decimal Whole(double number) => (decimal)Math.Round(Math.Min(number, 1e24));
}
