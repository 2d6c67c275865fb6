using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Optimizing;

namespace RgPolicy.Cli.Optimize;

/// <summary>What was asked for.</summary>
/// <param name="Mix">The mix's path.</param>
/// <param name="Target">The target's name or file; null for generic.</param>
/// <param name="From">The policy to begin with; null for one that is written for the mix.</param>
/// <param name="Goal">mean, worst, or a query's name.</param>
/// <param name="MostLoss">Percent that a query may lose.</param>
/// <param name="Plays">At most so many policies are simulated.</param>
/// <param name="OutputFile">The file to write; null for standard output.</param>
/// <param name="Force">It may be overwritten.</param>
/// <param name="Json">Prints <c>rgp/optimize/1</c>.</param>
internal sealed record OptimizeRequest(
    string Mix,
    string? Target,
    string? From,
    string Goal,
    double MostLoss,
    int Plays,
    string? OutputFile,
    bool Force,
    bool Json
);

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
