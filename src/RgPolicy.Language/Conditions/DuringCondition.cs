using RgPolicy.Language.Text;

namespace RgPolicy.Language.Conditions;

/// <summary>The moment lies in a window; always known.</summary>
public sealed record DuringCondition(Window Window, string Text, TextRange Range) : Condition(Text, Range);
