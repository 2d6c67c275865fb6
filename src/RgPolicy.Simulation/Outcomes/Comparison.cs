using System.Collections.Immutable;

namespace RgPolicy.Simulation.Outcomes;

/// <summary>A mix ungoverned and under policies.</summary>
/// <param name="Ungoverned">Without a governor.</param>
/// <param name="Policies">Under each policy.</param>
public sealed record Comparison(RunOutcome Ungoverned, ImmutableArray<PolicyOutcome> Policies);
