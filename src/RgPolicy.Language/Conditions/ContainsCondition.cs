using System.Collections.Immutable;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Conditions;

/// <summary>A set signal contains at least one of the texts.</summary>
public sealed record ContainsCondition(Signal Signal, ImmutableArray<TextConstant> Values, string Text, TextRange Range)
    : AtomCondition(Signal, Text, Range);
