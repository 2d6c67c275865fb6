using System.Collections.Immutable;

namespace RgPolicy.Simulation.Outcomes;

/// <summary>A mix ungoverned and under policies.</summary>
/// <param name="Ungoverned">What the policies are compared with: the mix without a governor, or under the same policy
/// without its cache allocation.</param>
/// <param name="Policies">Under each policy.</param>
public sealed record Comparison(RunOutcome Ungoverned, ImmutableArray<PolicyOutcome> Policies);
