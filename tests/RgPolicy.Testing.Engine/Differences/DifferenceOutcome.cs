namespace RgPolicy.Testing.Engine.Differences;

/// <summary>How one pair of policies came out.</summary>
/// <param name="Contradiction">What contradicts the answer, with both policies; empty where nothing does.</param>
/// <param name="Differs">The engine treats a drawn point in different ways.</param>
/// <param name="IsEquivalent">The answer is that nothing differs.</param>
/// <param name="IsNotProved">The answer is neither yes nor no.</param>
internal sealed record DifferenceOutcome(string Contradiction, bool Differs, bool IsEquivalent, bool IsNotProved);
