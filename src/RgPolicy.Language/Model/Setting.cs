using RgPolicy.Language.Text;

namespace RgPolicy.Language.Model;

/// <summary>One setting of a pool.</summary>
/// <param name="Name">Which.</param>
/// <param name="Value">What was asked for.</param>
/// <param name="Required">Written with <c>require</c>: a target that cannot enforce it rejects the policy.</param>
/// <param name="Text">The words of the policy, white space collapsed, such as <c>cpu weight 200</c>.</param>
/// <param name="Range">Where it stands.</param>
public sealed record Setting(SettingName Name, SettingValue Value, bool Required, string Text, TextRange Range);
