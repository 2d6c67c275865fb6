namespace RgPolicy.Simulation.Outcomes;

/// <summary>How much faster a query is than ungoverned, as a part: 0.2 is 20 % faster, -0.1 is 10 % slower.</summary>
/// <param name="Name">The query.</param>
/// <param name="Gain">With the figures of the mix; null where there is nothing to compare.</param>
/// <param name="Low">The least with drawn figures.</param>
/// <param name="High">The most.</param>
public sealed record QueryGain(string Name, double? Gain, double? Low, double? High);
