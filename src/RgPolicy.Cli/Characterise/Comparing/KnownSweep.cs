using System.Collections.Immutable;

namespace RgPolicy.Cli.Characterise.Comparing;

/// <summary>A report that is compared.</summary>
/// <param name="Directory">Where it lies.</param>
/// <param name="Server">The server.</param>
/// <param name="Version">Its version.</param>
/// <param name="Clients">Clients at the same time.</param>
/// <param name="Baseline">Statements per second with nothing limited, or null.</param>
/// <param name="Knees">For 95 % of the best.</param>
internal sealed record KnownSweep(
    string Directory,
    string Server,
    string Version,
    int Clients,
    double? Baseline,
    ImmutableArray<KnownKnee> Knees
);
