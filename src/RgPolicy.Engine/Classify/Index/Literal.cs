using RgPolicy.Engine.Classify.Conditions;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>A condition that is not taken apart further, or its negation.</summary>
internal readonly record struct Literal(CompiledCondition Condition, bool IsNegated)
{
    /// <summary>The literal as a condition of its own.</summary>
    public CompiledCondition AsCondition() => IsNegated ? new NotNode(Condition.Text, Condition) : Condition;
}
