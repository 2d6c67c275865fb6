using NodaTime;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Model;
using RgPolicy.Language.Windows;

namespace RgPolicy.Engine.Compile;

/// <summary>A run-time rule ready to evaluate.</summary>
/// <param name="Rule">The rule.</param>
/// <param name="Index">Its position in the policy.</param>
/// <param name="Steps">The ladder.</param>
/// <param name="Unless">Suspends all steps while true.</param>
internal sealed record CompiledRule(Rule Rule, int Index, ImmutableArray<CompiledStep> Steps, CompiledCondition? Unless)
{
    /// <summary>No step holds.</summary>
    public const int NoStep = -1;

    public ulong Signals { get; } = Steps.Aggregate(Unless?.Signals ?? 0, (bits, step) => bits | step.When.Signals);

    public bool HasWindow =>
        Rule.During is not null || (Unless?.HasWindow ?? false) || Steps.Any(step => step.When.HasWindow);

    /// <summary>Some step cancels.</summary>
    public bool MayCancel { get; } = Steps.Any(step => step.Cancels);

    /// <summary>
    /// The last true step of the ladder, or <see cref="NoStep"/>. A step whose action is not enforced yet does not undo
    /// the one below it, nor does one that cancels: the query stays where it is until it has ended. While the class is
    /// provisional, only steps on request signals act, and none that cancels: it may be another class that the query
    /// has.
    /// </summary>
    public int Find(SignalValues values, Instant at, bool isProvisional) =>
        IsSuspended(values, at) ? NoStep : LastTrue(values, at, isProvisional, withCancel: false);

    /// <summary>The last true step if it is one that cancels, else <see cref="NoStep"/>.</summary>
    public int FindCancel(SignalValues values, Instant at, bool isProvisional) =>
        MayCancel
        && !IsSuspended(values, at)
        && LastTrue(values, at, isProvisional, withCancel: true) is var step and not NoStep
        && Steps[step].Cancels
            ? step
            : NoStep;

    /// <summary>True outside its window, and while its <c>unless</c> is true.</summary>
    public bool IsSuspended(SignalValues values, Instant at) =>
        (Rule.During is { } window && !WindowClock.Contains(window, at))
        || (Unless is { } unless && unless.Evaluate(values, at).Value == Truth.True);

    /// <summary>A step in the words of the policy.</summary>
    public string Describe(int step) =>
        $"rule {Rule.Name}: {Steps[step].Action.ToText()} (when {Steps[step].When.Text})";

    private int LastTrue(SignalValues values, Instant at, bool isProvisional, bool withCancel)
    {
        for (var index = Steps.Length - 1; index >= 0; index--)
        {
            var step = Steps[index];
            if (
                step.IsEnforced
                && (withCancel || !step.Cancels)
                && (!isProvisional || step is { IsOnRequestOnly: true, Cancels: false })
                && step.When.Evaluate(values, at).Value == Truth.True
            )
                return index;
        }

        return NoStep;
    }
}

/// <summary>One step of a rule's ladder.</summary>
/// <param name="When">Its condition.</param>
/// <param name="Action">What it does.</param>
/// <param name="IsEnforced">False for actions that are not carried out on the target; they are listed
/// as not enforced.</param>
/// <param name="IsOnRequestOnly">Asks only about what the running request itself tells.</param>
/// <param name="PoolNumber">The pool that it puts the query into, or null when it moves nothing.</param>
internal sealed record CompiledStep(
    CompiledCondition When,
    RuleAction Action,
    bool IsEnforced,
    bool IsOnRequestOnly,
    int? PoolNumber
)
{
    /// <summary>Cancels the query.</summary>
    public bool Cancels => Action is RuleAction.Cancel;
}
