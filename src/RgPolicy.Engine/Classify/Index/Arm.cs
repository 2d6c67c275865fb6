using NodaTime;
using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Signals.Scales;

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

/// <summary>Whether a pattern matches the text of a slot, or does not.</summary>
/// <param name="Slot">A text slot.</param>
/// <param name="Pattern">The pattern's number on the slot's scale.</param>
/// <param name="IsNegated">It must not match.</param>
internal readonly record struct PatternTest(int Slot, int Pattern, bool IsNegated);

/// <summary>The rank of a slot must be in a set.</summary>
/// <param name="Slot">The slot.</param>
/// <param name="Set">The set; of a number signal the cells in which its values can be.</param>
/// <param name="Share">The set's part of all ranks of the slot, 0 to 1.</param>
/// <param name="Numbers">The values themselves of a number signal, or null.</param>
internal sealed record Requirement(int Slot, RankSet Set, double Share, NumberSet? Numbers);

/// <summary>A condition that is not taken apart further, or its negation.</summary>
internal readonly record struct Literal(CompiledCondition Condition, bool IsNegated)
{
    /// <summary>The literal as a condition of its own.</summary>
    public CompiledCondition AsCondition() => IsNegated ? new NotNode(Condition.Text, Condition) : Condition;
}

/// <summary>An observation as the index looks at it.</summary>
/// <param name="ranks">Its ranks, as <see cref="Slots.Read"/> tells them.</param>
/// <param name="values">Its values.</param>
/// <param name="at">When it is.</param>
/// <param name="inexact">See <see cref="Slots.Inexact"/>.</param>
internal readonly ref struct Question(ReadOnlySpan<int> ranks, SignalValues values, Instant at, ulong inexact)
{
    public readonly ReadOnlySpan<int> Ranks = ranks;

    public readonly SignalValues Values = values;

    public readonly Instant At = at;

    public readonly ulong Inexact = inexact;

    /// <summary>How far a key can be from its number, as a part of it.</summary>
    public readonly double Slack = inexact == 0 ? 0 : KeyRange.Margin;
}
