namespace RgPolicy.Chaos;

/// <summary>What to do.</summary>
/// <param name="Rounds">How often something is killed.</param>
/// <param name="Seed">Seed of the victims and of the moments.</param>
/// <param name="Scale">Size of the data.</param>
/// <param name="Policy">The policy that governs.</param>
internal sealed record ChaosOptions(int Rounds, int Seed, double Scale, string Policy);
