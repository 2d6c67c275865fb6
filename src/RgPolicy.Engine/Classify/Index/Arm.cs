using System.Collections.Immutable;
using RgPolicy.Engine.Classify.Conditions;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>One way for a class to match: everything here must hold.</summary>
/// <param name="Class">The class's index.</param>
/// <param name="Tests">At most one for each slot, the narrowest first.</param>
/// <param name="Patterns">Tests of patterns.</param>
/// <param name="Rest">What no slot answers.</param>
internal sealed record Arm(
    int Class,
    ImmutableArray<Requirement> Tests,
    ImmutableArray<PatternTest> Patterns,
    ImmutableArray<CompiledCondition> Rest
);
