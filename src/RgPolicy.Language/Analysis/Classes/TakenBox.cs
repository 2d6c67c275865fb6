using RgPolicy.Language.Analysis.Regions;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>A box of which nothing is left for later classes while some signals are known.</summary>
/// <param name="Box">The box.</param>
/// <param name="Unknowable">The dimensions that have to be known for this.</param>
internal sealed record TakenBox(Box Box, IReadOnlyCollection<int> Unknowable);
