using System.Collections.Immutable;
using RgPolicy.Service.Characterising;

namespace RgPolicy.Cli.Characterise;

/// <summary>What a command line wants swept.</summary>
/// <param name="Sweeps">Levers one by one.</param>
/// <param name="Grid">Two levers together; empty for none.</param>
internal sealed record SweepChoices(ImmutableArray<SweepChoice> Sweeps, ImmutableArray<SweepChoice> Grid);
