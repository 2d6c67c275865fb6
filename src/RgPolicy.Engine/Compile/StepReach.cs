using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Compile;

/// <summary>What an action of a rule reaches on a target.</summary>
internal static class StepReach
{
    /// <summary>What is reached, and how.</summary>
    public static (string Effect, string Reason) Of(RuleAction action, TargetProfile target) =>
        action switch
        {
            RuleAction.Log => ("event", "a line in the log"),
            RuleAction.Notify => ("event", "an event of its own kind"),
            RuleAction.MoveTo move => ("running", $"the query's processes are moved to pool {move.Pool.Name}"),
            RuleAction.ShrinkNext => (
                "next_execution",
                "later executions of the statement get half of the workers and of the memory grant by a hint, for an "
                    + "hour after the last occasion"
            ),
            RuleAction.Quarantine { Pool: { } pool } when TargetLevers.TakesHints(target) => (
                "next_execution",
                $"later executions of the fingerprint get maxdop and grant of pool {pool.Name} by a hint"
            ),
            RuleAction.Quarantine { Pool: { } pool } => (
                "next_execution",
                $"later executions of the fingerprint begin in pool {pool.Name}"
            ),
            RuleAction.Quarantine => (
                "next_execution",
                "later executions of the fingerprint begin in the pool of the lowest safe weight"
            ),
            RuleAction.Cancel => (
                "running",
                "the server is asked to cancel the query, where the service may (rgp run --allow-cancel); never "
                    + "superusers, maintenance or a backup"
            ),
            _ => ("running", "the query's processes are moved to the pool of the lowest safe weight"),
        };

    /// <summary>
    /// True where a step with it holds and is told; else the step below it does. A server may be asked
    /// to cancel whatever runs it.
    /// </summary>
    public static bool IsDone(RuleAction action, TargetProfile target) =>
        StepCapability.WhyNotDone(action, target) is null
        && (action is RuleAction.Cancel || StepCapability.WhyNothing(action, target) is null);
}
