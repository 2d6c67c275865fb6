using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Optimizing;

namespace RgPolicy.Cli.Optimize;

/// <summary>What a search has to tell.</summary>
/// <param name="Request">What was asked for.</param>
/// <param name="Target">The target.</param>
/// <param name="Mix">The mix.</param>
/// <param name="Outcome">What was found.</param>
/// <param name="Text">The policy, with the figures at its head.</param>
internal sealed record OptimizeReport(
    OptimizeRequest Request,
    TargetProfile Target,
    Mix Mix,
    OptimizeOutcome Outcome,
    string Text
);
