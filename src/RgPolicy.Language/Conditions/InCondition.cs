using System.Collections.Immutable;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Conditions;

/// <summary>The signal equals one of the constants.</summary>
public sealed record InCondition(Signal Signal, ImmutableArray<Constant> Values, string Text, TextRange Range)
    : AtomCondition(Signal, Text, Range);
