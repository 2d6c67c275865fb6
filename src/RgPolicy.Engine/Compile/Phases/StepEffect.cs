namespace RgPolicy.Engine.Compile.Phases;

/// <summary>What a step of a run-time rule reaches on a target.</summary>
/// <param name="Rule">The rule's name.</param>
/// <param name="Line">The step's line in the policy.</param>
/// <param name="When">Its condition in the words of the policy.</param>
/// <param name="Then">Its action in the words of the policy.</param>
/// <param name="Effect"><c>running</c>, <c>next_execution</c>, <c>event</c> for a message only, or <c>none</c>.</param>
/// <param name="Reason">Why.</param>
public sealed record StepEffect(string Rule, int Line, string When, string Then, string Effect, string Reason);
