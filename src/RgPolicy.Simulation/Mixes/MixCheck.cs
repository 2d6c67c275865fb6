namespace RgPolicy.Simulation.Mixes;

/// <summary>What became of a mix file: the mix, or what is wrong with it.</summary>
/// <param name="Mix">The mix; null exactly when there is an error.</param>
/// <param name="Error">Where and what is wrong, and what to write; else empty.</param>
public sealed record MixCheck(Mix? Mix, string Error);
