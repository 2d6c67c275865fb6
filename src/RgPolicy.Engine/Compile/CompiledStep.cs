using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Compile;

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
