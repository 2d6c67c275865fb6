using RgPolicy.Plans;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Simulation.Mixes;

/// <summary>What a plan of the simulated query would tell: the figures of the mix, judged as those of a plan
/// are.</summary>
internal static class MixProfile
{
    /// <summary>The statement as a whole.</summary>
    public static PlanProfile Of(MixQuery query, double llc) =>
        Of(query.Shape ?? query.Phases.MaxBy(Weight)?.Shape ?? PlanShape.Unknown, query.Phases, query.Dop, llc);

    /// <summary>One phase.</summary>
    public static PlanProfile Of(MixPhase phase, int dop, double llc) => Of(phase.Shape, [phase], dop, llc);

    private static PlanProfile Of(PlanShape shape, IReadOnlyCollection<MixPhase> phases, int dop, double llc) =>
        FigureJudge.Profile(
            shape,
            streamed: Whole(phases.Sum(phase => phase.StreamedBytes)),
            workingSet: Whole(phases.Max(phase => phase.Footprint)),
            accesses: Whole(phases.Sum(phase => phase.Structures.Sum(each => each.Accesses))),
            dop,
            llc
        );

    private static double Weight(MixPhase phase) =>
        phase.CpuSeconds + (phase.StreamedBytes / 1e10) + (phase.Structures.Sum(each => each.Accesses) * 1e-8);

    private static decimal Whole(double number) => (decimal)Math.Round(Math.Min(number, 1e24));
}
