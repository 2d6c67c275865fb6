using RgPolicy.Plans;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Simulation.Mixes;

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
