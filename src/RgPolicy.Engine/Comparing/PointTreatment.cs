using System.Collections.Immutable;
using NodaTime;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Meaning;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Comparing;

/// <summary>What a compiled policy does with one query at one moment, line by line. Classes are told only by what is done with them.</summary>
internal static class PointTreatment
{
    /// <summary>The lines.</summary>
    /// <param name="program">The policy.</param>
    /// <param name="sample">The query.</param>
    /// <param name="isCalm">No state is active; else those that the sample names, or that it enters.</param>
    public static List<string> Of(PolicyProgram program, Sample sample, bool isCalm)
    {
        var (values, at) = Read(program, sample);
        var decision = program.Classify(values, at);
        var item = program.Policy.Classes[decision.ClassIndex];
        var pools = Settings(program.Policy, state => !isCalm && sample.ActiveStates.IsEmpty ? IsTrue(state.When, values, at) : sample.ActiveStates.Contains(state.Name, StringComparer.Ordinal));
        List<string> lines = [decision.IsProvisional ? "not final" : "final", $"pool {item.Pool.Name} {pools[item.Pool.Name]}"];
        lines.AddRange(program.Policy.States.Select(state => State(state, values, at)).Where(line => line.Length > 0).Order(StringComparer.Ordinal));
        var rules = program.RulesByClass[decision.ClassIndex];
        lines.AddRange(rules.SelectMany(rule => Rule(rule, pools, values, at, decision.IsProvisional)).Order(StringComparer.Ordinal));
        lines.Add(PlaceOf(rules, values, at, decision.IsProvisional) ?? "");
        lines.AddRange(program.Policy.Objectives.Where(goal => goal.Class.Index == item.Index).Select(MeaningText.Of));
        lines.Add(MeaningText.Of(program.Policy.CacheStrategy));
        lines.Add(sample.Values.TryGetValue("session.login", out var login) && program.NamesLogin(login) ? "a named superuser" : "");
        return lines;
    }

    /// <summary>The pools that a query gets: that of its class, and where a rule moves it.</summary>
    public static IEnumerable<string> PoolsOf(PolicyProgram program, Sample sample)
    {
        var (values, at) = Read(program, sample);
        var decision = program.Classify(values, at);
        yield return program.Policy.Classes[decision.ClassIndex].Pool.Name;
        if (PlaceOf(program.RulesByClass[decision.ClassIndex], values, at, decision.IsProvisional) is { } place)
        {
            yield return place;
        }
    }

    private static (SignalValues Values, Instant At) Read(PolicyProgram program, Sample sample) =>
        (SampleValues.Of(sample, program.Target), sample.At ?? Instant.FromUtc(2026, 1, 1, 0, 0));

    /// <summary>Where the rules put a query: the last in the text that wants a pool has its way.</summary>
    private static string? PlaceOf(ImmutableArray<CompiledRule> rules, SignalValues values, Instant at, bool isProvisional)
    {
        for (var index = rules.Length - 1; index >= 0; index--)
        {
            if (rules[index].Find(values, at, isProvisional) is var step and not CompiledRule.NoStep && rules[index].Steps[step].PoolNumber is not null)
            {
                return rules[index].Steps[step].Action is RuleAction.MoveTo move ? move.Pool.Name : "the lowest pool";
            }
        }

        return null;
    }

    /// <summary>What the pools are while some states are active: those that the sample says, else those that are entered at the moment.</summary>
    private static Dictionary<string, string> Settings(Policy policy, Func<State, bool> isActive)
    {
        var settings = policy.Pools.ToDictionary(
            each => each.Name, each => each.Settings.ToDictionary(setting => setting.Name, setting => MeaningText.Of(setting.Value)), StringComparer.Ordinal);
        foreach (var change in policy.States.Reverse().Where(isActive).SelectMany(state => state.Overrides))
        {
            change.Settings.ToList().ForEach(setting => settings[change.Pool.Name][setting.Name] = MeaningText.Of(setting.Value));
        }

        return settings.ToDictionary(
            each => each.Key, each => string.Join(' ', each.Value.OrderBy(setting => setting.Key).Select(setting => $"{setting.Key} {setting.Value}")),
            StringComparer.Ordinal);
    }

    private static string State(State state, SignalValues values, Instant at)
    {
        var isEntered = IsTrue(state.When, values, at);
        var isLeft = state.Until is { } until ? IsTrue(until, values, at)
            : ConditionCompiler.Compile(state.When).Evaluate(values, at).Value == Truth.False;
        return !isEntered && !isLeft ? ""
            : FormattableString.Invariant($"state {state.Name} {isEntered} {isLeft} {state.EnterAfter} {state.LeaveAfter}");
    }

    private static IEnumerable<string> Rule(
        CompiledRule rule, Dictionary<string, string> pools, SignalValues values, Instant at, bool isProvisional)
    {
        if (rule.Find(values, at, isProvisional) is var step and not CompiledRule.NoStep)
        {
            var action = rule.Steps[step].Action;
            var pool = action switch
            {
                RuleAction.MoveTo move => move.Pool.Name,
                RuleAction.Quarantine { Pool: { } later } => later.Name,
                _ => "",
            };
            yield return $"rule {rule.Rule.Name}: {MeaningText.Of(action)} {pools.GetValueOrDefault(pool)}";
        }

        if (rule.FindCancel(values, at, isProvisional) != CompiledRule.NoStep)
        {
            yield return $"rule {rule.Rule.Name}: cancel";
        }
    }

    private static bool IsTrue(Condition condition, SignalValues values, Instant at) =>
        ConditionCompiler.Compile(condition).Evaluate(values, at).Value == Truth.True;
}
