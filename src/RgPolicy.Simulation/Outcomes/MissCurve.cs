using System.Collections.Immutable;

namespace RgPolicy.Simulation.Outcomes;

/// <summary>How a query would do alone on the machine with fewer ways.</summary>
/// <param name="Name">The query.</param>
/// <param name="MissRatios">The part of accesses to its structures that miss, with 1 way, 2 ways and so on.</param>
public sealed record MissCurve(string Name, ImmutableArray<double> MissRatios);
