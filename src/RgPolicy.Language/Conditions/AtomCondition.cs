using RgPolicy.Language.Signals;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Conditions;

/// <summary>One question about one signal.</summary>
public abstract record AtomCondition(Signal Signal, string Text, TextRange Range) : Condition(Text, Range);
