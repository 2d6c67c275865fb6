using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.States;
using RgPolicy.Language.Model;

namespace RgPolicy.Testing.Engine.Differences;

/// <summary>What the engine does with a query at a point, told in words of its own: nothing here knows
/// how policies are compared.</summary>
internal static class CarriedOut
{
    /// <summary>What is done with the query while the states are as a drawn past has left them.</summary>
    /// <param name="program">The policy.</param>
    /// <param name="point">The query and the moment.</param>
    /// <param name="past">Moments before, with the time that each is after the one before it.</param>
    public static string Of(
        PolicyProgram program,
        DrawnPoint point,
        IReadOnlyList<(DrawnPoint Point, TimeSpan After)> past
    ) => Of(program, point, Active(program.Policy, past));

    /// <summary>What is done with the query while some states are active.</summary>
    public static string Of(PolicyProgram program, DrawnPoint point, IReadOnlyList<string> active)
    {
        var decision = program.Classify(point.Values, point.At);
        var item = program.Policy.Classes[decision.ClassIndex];
        var pools = program.Policy.Pools.ToDictionary(
            pool => pool.Name,
            pool => Settings(program.Policy, pool, active),
            StringComparer.Ordinal
        );
        var parts = new List<string>
        {
            decision.IsProvisional ? "waits" : "final",
            "states " + string.Join(',', active),
            Place(program, item, decision, point, pools),
        };
        parts.AddRange(
            program
                .RulesByClass[decision.ClassIndex]
                .Select(rule => Acts(rule, decision, point, pools))
                .Where(text => text.Length > 0)
                .Order(StringComparer.Ordinal)
        );
        parts.AddRange(
            program
                .Policy.Objectives.Where(goal => goal.Class == item)
                .Select(goal =>
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"objective {goal.Class.Name} {goal.Percentile} {goal.Target} "
                            + $"{string.Join(',', goal.Yields.Select(pool => pool.Name))}"
                    )
                )
        );
        parts.Add(
            program.Policy.CacheStrategy is { Kind: not CacheStrategyKind.Static } strategy
                ? FormattableString.Invariant($"{strategy.Kind} {strategy.By?.Name} {strategy.ReservePercent}")
                : ""
        );
        parts.Add(program.NamesLogin(point.Login) ? "named" : "");
        return string.Join('\n', parts);
    }

    /// <summary>Where the query is in the end: the last rule in the text that wants a pool has its way.</summary>
    private static string Place(
        PolicyProgram program,
        QueryClass item,
        ClassDecision decision,
        DrawnPoint point,
        Dictionary<string, string> pools
    )
    {
        var place = item.Pool.Name;
        foreach (var rule in program.RulesByClass[decision.ClassIndex])
        {
            if (
                rule.Find(point.Values, point.At, decision.IsProvisional) is var step and >= 0
                && rule.Steps[step].PoolNumber is not null
            )
                place = rule.Steps[step].Action is RuleAction.MoveTo move ? move.Pool.Name : "the lowest";
        }

        return $"class in {item.Pool.Name} {pools[item.Pool.Name]}; stands in {place} {pools.GetValueOrDefault(place)}";
    }

    private static string Acts(
        CompiledRule rule,
        ClassDecision decision,
        DrawnPoint point,
        Dictionary<string, string> pools
    )
    {
        var step = rule.Find(point.Values, point.At, decision.IsProvisional);
        var cancels = rule.FindCancel(point.Values, point.At, decision.IsProvisional) >= 0 ? " and cancels" : "";
        var text =
            step < 0
                ? ""
                : rule.Steps[step].Action switch
                {
                    RuleAction.MoveTo move => $"moves to {move.Pool.Name} {pools[move.Pool.Name]}",
                    RuleAction.Quarantine { Pool: { } pool } later =>
                        $"later to {pool.Name} {pools[pool.Name]} for {later.Duration}",
                    RuleAction.Quarantine later => $"later to the lowest for {later.Duration}",
                    RuleAction.Limit limit => $"limits {limit.Setting.Name} to {Value(limit.Setting.Value)}",
                    var other => other.GetType().Name,
                };
        return text.Length + cancels.Length == 0 ? "" : $"{rule.Rule.Name} {text}{cancels}";
    }

    private static List<string> Active(Policy policy, IReadOnlyList<(DrawnPoint Point, TimeSpan After)> past)
    {
        var watches = policy.States.Select(state => new StateWatch(state)).ToList();
        var now = new DateTimeOffset(2026, 6, 1, 0, 0, 0, TimeSpan.Zero);
        foreach (var (point, after) in past)
        {
            now += after;
            watches.ForEach(watch => watch.See(point.Values, point.At, now));
        }

        return [.. watches.Where(watch => watch.IsActive).Select(watch => watch.Name).Order(StringComparer.Ordinal)];
    }

    private static string Settings(Policy policy, Pool pool, IReadOnlyList<string> active)
    {
        var settings = pool.Settings.ToDictionary(setting => setting.Name, setting => Value(setting.Value));
        foreach (
            var state in policy.States.Reverse().Where(state => active.Contains(state.Name, StringComparer.Ordinal))
        )
        {
            foreach (
                var setting in state
                    .Overrides.Where(change => change.Pool.Index == pool.Index)
                    .SelectMany(change => change.Settings)
            )
                settings[setting.Name] = Value(setting.Value);
        }

        return string.Join(
            ' ',
            settings.OrderBy(setting => setting.Key).Select(setting => $"{setting.Key}={setting.Value}")
        );
    }

    private static string Value(SettingValue value) =>
        value switch
        {
            CoreSetValue cores => FormattableString.Invariant(
                $"{cores.Kind} {cores.Percent} {cores.Index} {string.Join(' ', cores.Cores)}"
            ),
            CacheValue cache => FormattableString.Invariant(
                $"{cache.Percent} {cache.Ways} {cache.AtLeastWays} {cache.Exclusive}"
            ),
            SlotsValue slots => FormattableString.Invariant($"{slots.Count} {slots.LongestWait.Ticks}"),
            AmountValue amount => FormattableString.Invariant($"{amount.Amount}"),
            _ => throw new InvalidOperationException(value.ToString()),
        };
}
