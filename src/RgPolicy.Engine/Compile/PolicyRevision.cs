using System.Security.Cryptography;
using System.Text;
using RgPolicy.Language.Meaning;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Compile;

/// <summary>Names a policy by what it means on a target: comments, layout and tests play no part.</summary>
internal static class PolicyRevision
{
    private const int Digits = 12;

    public static string Of(Policy policy, TargetProfile target)
    {
        var text = new StringBuilder();
        WriteTarget(text, target);
        WritePolicy(text, policy);
        var hash = SHA256.HashData(Encoding.UTF8.GetBytes(text.ToString()));
        return Convert.ToHexString(hash)[..Digits].ToLowerInvariant();
    }

    private static void WriteTarget(StringBuilder text, TargetProfile target)
    {
        WriteFacts(text, target);
        WriteTopology(text, target);
    }

    /// <summary>Nothing for a profile that has none, such as that of an older recording.</summary>
    private static void WriteTopology(StringBuilder text, TargetProfile target)
    {
        foreach (var domain in target.L3Domains)
        {
            text.Append(FormattableString.Invariant($"l3 {domain.Id} {domain.Socket} "))
                .AppendLine(string.Join(' ', domain.Cores.Select(core => string.Join(',', core))));
        }

        foreach (var node in target.NumaNodes)
        {
            text.Append("numa ").AppendLine(string.Join(',', node));
        }

        if (target.LimitsReads)
        {
            text.AppendLine(TargetProfile.ReadLimits);
        }

        var generic = TargetProfile.Generic;
        var masks = (target.ShareableBits, target.HasSparseMasks, target.SubNumaClusters);
        var bandwidth = (target.LeastBandwidthPercent, target.BandwidthStepPercent);
        if (masks != (0UL, false, 1) || bandwidth != (generic.LeastBandwidthPercent, generic.BandwidthStepPercent))
        {
            text.AppendLine(FormattableString.Invariant($"{masks} {bandwidth}"));
        }
    }

    private static void WriteFacts(StringBuilder text, TargetProfile target) => text
        .AppendLine(FormattableString.Invariant($"target {target.DbmsKind} {string.Join('.', target.DbmsVersion)}"))
        .AppendLine(FormattableString.Invariant($"{target.OperatingSystem} {target.Sockets} {target.Cores}"))
        .AppendLine(FormattableString.Invariant($"{target.LlcBytes} {target.LlcWays} {target.MinimumMaskBits}"))
        .AppendLine(FormattableString.Invariant($"{target.ClassesOfService} {target.HasMemoryBandwidthAllocation}"));

    private static void WritePolicy(StringBuilder text, Policy policy)
    {
        text.AppendLine(FormattableString.Invariant($"language {policy.LanguageVersion}"));
        if (policy.CacheStrategy is { } strategy)
        {
            text.AppendLine(FormattableString.Invariant($"strategy {strategy.Kind} {strategy.By?.Name} {strategy.ReservePercent}"));
        }

        foreach (var pool in policy.Pools)
        {
            text.Append("pool ").AppendLine(pool.Name);
            WriteSettings(text, pool.Settings);
        }

        foreach (var item in policy.Classes)
        {
            text.Append(FormattableString.Invariant($"class {item.Name} {item.Pool.Name} "));
            text.Append(MeaningText.Of(item.Condition));
            text.AppendLine();
        }

        WriteRunTime(text, policy);
    }

    private static void WriteRunTime(StringBuilder text, Policy policy)
    {
        foreach (var rule in policy.Rules)
        {
            text.Append(FormattableString.Invariant($"rule {rule.Name} on {string.Join(',', rule.Classes.Select(item => item.Name))} "));
            text.Append(MeaningText.Of(rule.During));
            text.Append(MeaningText.Of(rule.Unless));
            foreach (var step in rule.Steps)
            {
                text.AppendLine();
                text.Append(MeaningText.Of(step.When));
                text.Append(" then ").Append(RuleCompiler.Describe(step.Then));
                text.Append(step.Then is RuleAction.Quarantine quarantine ? quarantine.Duration.Ticks : 0);
                text.Append(step.Then is RuleAction.Limit limit ? MeaningText.Of(limit.Setting) : "");
            }

            text.AppendLine();
        }

        foreach (var state in policy.States)
        {
            text.Append(FormattableString.Invariant($"state {state.Name} {state.EnterAfter.Ticks} {state.LeaveAfter.Ticks} "));
            text.Append(MeaningText.Of(state.When));
            text.Append(MeaningText.Of(state.Until));
            foreach (var change in state.Overrides)
            {
                text.AppendLine(change.Pool.Name);
                WriteSettings(text, change.Settings);
            }
        }

        foreach (var goal in policy.Objectives)
        {
            text.Append(FormattableString.Invariant($"objective {goal.Class.Name} {goal.Percentile} {goal.Target.Ticks} "));
            text.AppendLine(string.Join(',', goal.Yields.Select(pool => pool.Name)));
        }
    }

    private static void WriteSettings(StringBuilder text, IEnumerable<Setting> settings)
    {
        foreach (var setting in settings.OrderBy(setting => setting.Name))
        {
            text.AppendLine(FormattableString.Invariant($"{MeaningText.Of(setting)}"));
        }
    }
}
