using System.Collections.Immutable;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Conditions;

/// <summary>All operands hold (at least two).</summary>
public sealed record AndCondition(ImmutableArray<Condition> Operands, string Text, TextRange Range)
    : Condition(Text, Range);
