using System.Globalization;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Writes what parts of a policy ask for, so that equal texts mean the same.</summary>
internal static class Treatment
{
    /// <summary>A pool's name and settings.</summary>
    public static string Of(Pool pool) =>
        pool.Name + " { " + string.Join(' ', pool.Settings.OrderBy(setting => setting.Name).Select(Of)) + " }";

    /// <summary>Rules, states, objectives and the cache strategy, each with a name for messages.</summary>
    public static IEnumerable<(string Name, string Text)> Statements(Policy policy)
    {
        foreach (var rule in policy.Rules)
        {
            var steps = rule.Steps.Select(step => $"{step.When.Text} -> {Of(step.Then)}");
            var classes = string.Join(',', rule.Classes.Select(query => query.Name));
            yield return ($"rule {rule.Name}", $"{classes} {rule.During?.Name} {string.Join(';', steps)} {rule.Unless?.Text}");
        }

        foreach (var state in policy.States)
        {
            var changes = state.Overrides.Select(change => change.Pool.Name + ": " + string.Join(' ', change.Settings.Select(Of)));
            yield return ($"state {state.Name}", string.Create(CultureInfo.InvariantCulture,
                $"{state.When.Text} {state.EnterAfter} {state.Until?.Text} {state.LeaveAfter} {string.Join(';', changes)}"));
        }

        foreach (var goal in policy.Objectives)
        {
            yield return ($"objective {goal.Class.Name}", string.Create(CultureInfo.InvariantCulture,
                $"{goal.Percentile} {goal.Target} {string.Join(',', goal.Yields.Select(pool => pool.Name))}"));
        }

        if (policy.CacheStrategy is { } strategy)
        {
            yield return ("cache strategy", string.Create(CultureInfo.InvariantCulture,
                $"{strategy.Kind} {strategy.By?.Name} {strategy.ReservePercent}"));
        }
    }

    private static string Of(Setting setting) => (setting.Required ? "require " : "") + setting.Value switch
    {
        CoreSetValue cores => string.Create(CultureInfo.InvariantCulture,
            $"{setting.Name} {cores.Kind} {cores.Percent} {string.Join(',', cores.Cores)} {cores.Index}"),
        _ => $"{setting.Name} {setting.Value}",
    };

    private static string Of(RuleAction action) => action switch
    {
        RuleAction.Limit limit => "limit " + Of(limit.Setting),
        RuleAction.MoveTo move => "move to " + move.Pool.Name,
        RuleAction.Quarantine quarantine => string.Create(
            CultureInfo.InvariantCulture, $"quarantine {quarantine.Pool?.Name} {quarantine.Duration}"),
        _ => action.GetType().Name,
    };
}
