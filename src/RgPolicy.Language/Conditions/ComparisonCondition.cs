using RgPolicy.Language.Signals;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Conditions;

/// <summary>A signal compared with a constant; a bool signal alone is <c>= true</c>.</summary>
public sealed record ComparisonCondition(
    Signal Signal,
    ComparisonOperator Operator,
    Constant Value,
    string Text,
    TextRange Range
) : AtomCondition(Signal, Text, Range);
