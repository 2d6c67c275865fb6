using System.Collections.Immutable;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Language.Checking;

/// <summary>What reading a single condition gave.</summary>
/// <param name="Condition">The condition, or null when it does not fit.</param>
/// <param name="Diagnostics">What is wrong with it; columns count from the condition's start.</param>
public sealed record ConditionCheck(Condition? Condition, ImmutableArray<Diagnostic> Diagnostics)
{
    /// <summary>Whether the condition or the policy names a fact of the host, so that the answer holds
    /// for the target only.</summary>
    public bool NamesHost { get; init; }
}
