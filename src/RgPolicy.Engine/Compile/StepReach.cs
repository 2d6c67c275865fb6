using RgPolicy.Engine.Allot;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Compile;

/// <summary>What an action of a rule reaches on a target, and why it reaches nothing.</summary>
internal static class StepReach
{
    private const string SqlServer = "sqlserver";

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
        WhyNotDone(action, target) is null && (action is RuleAction.Cancel || WhyNothing(action, target) is null);

    /// <summary>Why this version does not do it on a target, so that the step below it stays in force;
    /// null where it does.</summary>
    public static string? WhyNotDone(RuleAction action, TargetProfile target) =>
        action switch
        {
            RuleAction.Limit { Setting.Name: SettingName.CpuCap } => null,
            RuleAction.Limit =>
                "a limit for one query alone is not carried out by this version; the step below it stays in force",
            RuleAction.ShrinkNext when !TargetLevers.TakesHints(target) =>
                $"{Without(target)}; the step below it stays in force",
            _ => null,
        };

    /// <summary>Why it has no effect on a target, or null.</summary>
    public static string? WhyNothing(RuleAction action, TargetProfile target) =>
        action switch
        {
            RuleAction.Log or RuleAction.Notify or RuleAction.ShrinkNext => null,
            RuleAction.Quarantine quarantine when TargetLevers.TakesHints(target) => WhyNoHint(quarantine.Pool),
            RuleAction.Quarantine when target.DbmsKind == SqlServer => Without(target),
            RuleAction.Cancel when TargetLevers.EndsSessions(target) => null,
            _ when TargetLevers.MovesProcesses(target) => null,
            RuleAction.Cancel => $"this version cancels no running query on {target.DbmsKind}",
            _ => $"this version moves no running query on {target.DbmsKind}",
        };

    private static string? WhyNoHint(Pool? pool) =>
        pool switch
        {
            null => "a hint carries maxdop and grant only: name a pool that has them",
            _ when QueryLimits.Of(pool) is null =>
                $"a hint carries maxdop and grant (a percentage) only, and pool {pool.Name} has neither",
            _ => null,
        };

    private static string Without(TargetProfile target) =>
        target.DbmsKind == SqlServer
            ? "hints for later executions need SQL Server 2022"
            : $"{target.DbmsKind} takes no hint for a later execution";
}
