using RgPolicy.Language.Text;

namespace RgPolicy.Language.Conditions;

/// <summary>A bound condition: decidable, three-valued, over signals and constants only.</summary>
/// <param name="Text">The words of the policy, white space collapsed.</param>
/// <param name="Range">Where it stands.</param>
public abstract record Condition(string Text, TextRange Range);
