namespace RgPolicy.Engine.Allot;

/// <summary>What became of one setting on one target; printed by <c>why</c>, <c>status</c> and
/// <c>compile</c>.</summary>
/// <param name="Name">The setting's name, such as <c>cpu weight</c>.</param>
/// <param name="Requested">The words of the policy.</param>
/// <param name="Effective">What it comes to on this target, or null where nothing is enforced.</param>
/// <param name="Effect"><c>running</c>, <c>next_execution</c>, <c>next_session</c>, <c>instance</c> or
/// <c>none</c>.</param>
/// <param name="Reason">Why.</param>
public sealed record SettingEffect(string Name, string Requested, string? Effective, string Effect, string Reason);
