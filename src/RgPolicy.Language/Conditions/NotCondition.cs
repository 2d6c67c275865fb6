using RgPolicy.Language.Text;

namespace RgPolicy.Language.Conditions;

/// <summary>The operand does not hold; <c>not in</c>, <c>not between</c> and <c>not like</c> are bound
/// to this.</summary>
public sealed record NotCondition(Condition Operand, string Text, TextRange Range) : Condition(Text, Range);
