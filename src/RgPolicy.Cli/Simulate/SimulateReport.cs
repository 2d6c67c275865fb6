using System.Collections.Immutable;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Outcomes;

namespace RgPolicy.Cli.Simulate;

/// <summary>What a simulation has to tell.</summary>
/// <param name="Target">The target.</param>
/// <param name="Mix">The mix.</param>
/// <param name="Programs">The policies.</param>
/// <param name="Samples">Plays with drawn figures.</param>
/// <param name="Comparison">What came out.</param>
internal sealed record SimulateReport(
    TargetProfile Target,
    Mix Mix,
    ImmutableArray<PolicyProgram> Programs,
    int Samples,
    Comparison Comparison
);
