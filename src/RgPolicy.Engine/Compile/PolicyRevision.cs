using System.Security.Cryptography;
using RgPolicy.Language.Meaning;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Compile;

/// <summary>
/// Names a policy by what it says: comments, layout and tests play no part, and neither does the server
/// or the host that it is compiled for, so that one file has one revision everywhere.
/// </summary>
internal static class PolicyRevision
{
    private const int Digits = 12;

    public static string Of(Policy policy)
    {
        var text = new StringBuilder();
        WritePolicy(text, policy.Portable ?? policy);
        var hash = SHA256.HashData(Encoding.UTF8.GetBytes(text.ToString()));
        return Convert.ToHexString(hash)[..Digits].ToLowerInvariant();
    }

    private static void WritePolicy(StringBuilder text, Policy policy)
    {
        text.AppendLine(FormattableString.Invariant($"language {policy.LanguageVersion}"));
        if (policy.CacheStrategy is { } strategy)
        {
            text.AppendLine(
                FormattableString.Invariant($"strategy {strategy.Kind} {strategy.By?.Name} {strategy.ReservePercent}")
            );
        }

        if (policy.Schedule is { } schedule)
            text.Append("schedule ").AppendLine(MeaningText.Of(schedule));

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
            text.Append(
                FormattableString.Invariant(
                    $"rule {rule.Name} on {string.Join(',', rule.Classes.Select(item => item.Name))} "
                )
            );
            text.Append(MeaningText.Of(rule.During));
            text.Append(MeaningText.Of(rule.Unless));
            foreach (var step in rule.Steps)
            {
                text.AppendLine();
                text.Append(MeaningText.Of(step.When));
                text.Append(" then ").Append(step.Then.ToText());
                text.Append(step.Then is RuleAction.Quarantine quarantine ? quarantine.Duration.Ticks : 0);
                text.Append(step.Then is RuleAction.Limit limit ? MeaningText.Of(limit.Setting) : "");
            }

            text.AppendLine();
        }

        foreach (var state in policy.States)
        {
            text.Append(
                FormattableString.Invariant($"state {state.Name} {state.EnterAfter.Ticks} {state.LeaveAfter.Ticks} ")
            );
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
            text.Append(
                FormattableString.Invariant($"objective {goal.Class.Name} {goal.Percentile} {goal.Target.Ticks} ")
            );
            text.AppendLine(string.Join(',', goal.Yields.Select(pool => pool.Name)));
        }
    }

    private static void WriteSettings(StringBuilder text, IEnumerable<Setting> settings)
    {
        foreach (var setting in settings.OrderBy(setting => setting.Name))
            text.AppendLine(FormattableString.Invariant($"{MeaningText.Of(setting)}"));
    }
}
