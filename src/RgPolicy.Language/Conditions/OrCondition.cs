using System.Collections.Immutable;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Conditions;

/// <summary>At least one operand holds (at least two operands).</summary>
public sealed record OrCondition(ImmutableArray<Condition> Operands, string Text, TextRange Range)
    : Condition(Text, Range);
