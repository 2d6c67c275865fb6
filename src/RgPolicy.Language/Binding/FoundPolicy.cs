using RgPolicy.Language.Model;

namespace RgPolicy.Language.Binding;

/// <summary>The policy that a test file names, or why it cannot be used.</summary>
/// <param name="Policy">The policy, or null.</param>
/// <param name="Problem">Why there is none, a sentence without its end; empty where there is one.</param>
public sealed record FoundPolicy(Policy? Policy, string Problem);
