using RgPolicy.Language.Signals;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Conditions;

/// <summary>The signal lies in a closed range.</summary>
public sealed record BetweenCondition(Signal Signal, Constant Low, Constant High, string Text, TextRange Range)
    : AtomCondition(Signal, Text, Range);
