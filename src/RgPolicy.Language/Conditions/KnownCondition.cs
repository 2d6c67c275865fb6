using RgPolicy.Language.Signals;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Conditions;

/// <summary>The signal is known; always true or false, never unknown.</summary>
public sealed record KnownCondition(Signal Signal, string Text, TextRange Range) : AtomCondition(Signal, Text, Range);
