using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Targets;

/// <summary>Why a target does not carry out an action of a rule.</summary>
public static class StepCapability
{
    private const string SqlServer = "sqlserver";

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
            _ when !HasHint(pool) =>
                $"a hint carries maxdop and grant (a percentage) only, and pool {pool.Name} has neither",
            _ => null,
        };

    private static string Without(TargetProfile target) =>
        target.DbmsKind == SqlServer
            ? "hints for later executions need SQL Server 2022"
            : $"{target.DbmsKind} takes no hint for a later execution";

    /// <summary>True where a pool limits what a hint carries.</summary>
    private static bool HasHint(Pool pool) =>
        pool.Find(SettingName.Maxdop) is { Value: AmountValue { Amount: var dop } } && dop >= 1
        || pool.Find(SettingName.Grant) is { Value: AmountValue { Type: SignalType.Percent } };
}
