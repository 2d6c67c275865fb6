using NodaTime;
using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Meaning;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Comparing;

/// <summary>What a compiled policy does with a query at a moment, line by line. Classes are told only
/// by what is done with them.</summary>
/// <remarks>What is the same for all queries is made ready once: a comparison tries thousands.</remarks>
internal sealed class PointTreatment
{
    private readonly PolicyProgram _program;
    private readonly ImmutableArray<StateForm> _states;
    private readonly PoolForms _pools;
    private readonly ILookup<int, string> _objectives;
    private readonly string _cacheStrategy;

    public PointTreatment(PolicyProgram program)
    {
        _program = program;
        _states = [.. program.Policy.States.Select(state => new StateForm(state))];
        _pools = new PoolForms(program.Policy);
        _objectives = program.Policy.Objectives.ToLookup(goal => goal.Class.Index, MeaningText.Of);
        _cacheStrategy = MeaningText.Of(program.Policy.CacheStrategy) + MeaningText.Of(program.Policy.Schedule);
    }

    /// <summary>The lines.</summary>
    /// <param name="sample">The query.</param>
    /// <param name="isCalm">No state is active; else those that the sample names, or that it enters.</param>
    public List<string> Of(Sample sample, bool isCalm)
    {
        var (values, at) = Read(sample);
        var decision = _program.Classify(values, at);
        var item = _program.Policy.Classes[decision.ClassIndex];
        var looks = _states.Select(state => state.At(values, at)).ToList();
        var active = Active(sample, isCalm, looks);
        List<string> lines =
        [
            decision.IsProvisional ? "not final" : "final",
            $"pool {item.Pool.Name} {_pools.Of(item.Pool, active)}",
        ];
        lines.AddRange(looks.Select(look => look.Text).Where(line => line.Length > 0).Order(StringComparer.Ordinal));
        var rules = _program.RulesByClass[decision.ClassIndex];
        lines.AddRange(
            rules
                .SelectMany(rule => Rule(rule, active, values, at, decision.IsProvisional))
                .Order(StringComparer.Ordinal)
        );
        lines.Add(PlaceOf(rules, values, at, decision.IsProvisional) ?? "");
        lines.AddRange(_objectives[item.Index]);
        lines.Add(_cacheStrategy);
        lines.Add(
            sample.Values.TryGetValue("session.login", out var login) && _program.NamesLogin(login)
                ? "a named superuser"
                : ""
        );
        return lines;
    }

    /// <summary>The pools that a query gets: that of its class, and where a rule moves it.</summary>
    public IEnumerable<string> PoolsOf(Sample sample)
    {
        var (values, at) = Read(sample);
        var decision = _program.Classify(values, at);
        yield return _program.Policy.Classes[decision.ClassIndex].Pool.Name;
        if (PlaceOf(_program.RulesByClass[decision.ClassIndex], values, at, decision.IsProvisional) is { } place)
            yield return place;
    }

    private (SignalValues Values, Instant At) Read(Sample sample) =>
        (SampleValues.Of(sample, _program.Target), sample.At ?? Instant.FromUtc(2026, 1, 1, 0, 0));

    /// <summary>The states that are active: those that the sample says, else those that are entered at
    /// the moment.</summary>
    private List<State> Active(Sample sample, bool isCalm, List<(bool IsEntered, string Text)> looks)
    {
        var states = _program.Policy.States;
        return isCalm || !sample.ActiveStates.IsEmpty
            ? [.. states.Where(state => sample.ActiveStates.Contains(state.Name, StringComparer.Ordinal))]
            : [.. states.Where((_, place) => looks[place].IsEntered)];
    }

    /// <summary>Where the rules put a query: the last in the text that wants a pool has its way.</summary>
    private static string? PlaceOf(
        ImmutableArray<CompiledRule> rules,
        SignalValues values,
        Instant at,
        bool isProvisional
    )
    {
        for (var index = rules.Length - 1; index >= 0; index--)
        {
            if (
                rules[index].Find(values, at, isProvisional) is var step and not CompiledRule.NoStep
                && rules[index].Steps[step].PoolNumber is not null
            )
                return rules[index].Steps[step].Action is RuleAction.MoveTo move ? move.Pool.Name : "the lowest pool";
        }

        return null;
    }

    private IEnumerable<string> Rule(
        CompiledRule rule,
        List<State> active,
        SignalValues values,
        Instant at,
        bool isProvisional
    )
    {
        if (rule.Find(values, at, isProvisional) is var step and not CompiledRule.NoStep)
        {
            var action = rule.Steps[step].Action;
            var pool = action switch
            {
                RuleAction.MoveTo move => _pools.Of(move.Pool, active),
                RuleAction.Quarantine { Pool: { } later } => _pools.Of(later, active),
                _ => "",
            };
            yield return $"rule {rule.Rule.Name}: {MeaningText.Of(action)} {pool}";
        }

        if (rule.FindCancel(values, at, isProvisional) != CompiledRule.NoStep)
            yield return $"rule {rule.Rule.Name}: cancel";
    }
}

/// <summary>A state with its conditions compiled.</summary>
internal sealed class StateForm(State state)
{
    private readonly CompiledCondition _when = ConditionCompiler.Compile(state.When);
    private readonly CompiledCondition? _until = state.Until is { } until ? ConditionCompiler.Compile(until) : null;

    /// <summary>Whether it is entered at a moment, and in words what becomes of it then; empty for nothing.</summary>
    public (bool IsEntered, string Text) At(SignalValues values, Instant at)
    {
        var entered = _when.Evaluate(values, at).Value;
        var isEntered = entered == Truth.True;
        var isLeft = _until is null ? entered == Truth.False : _until.Evaluate(values, at).Value == Truth.True;
        return (
            isEntered,
            !isEntered && !isLeft
                ? ""
                : FormattableString.Invariant(
                    $"state {state.Name} {isEntered} {isLeft} {state.EnterAfter} {state.LeaveAfter}"
                )
        );
    }
}
