using NodaTime;
using RgPolicy.Engine.Classify.Conditions;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Testing;

/// <summary>Says whether a window decides what a test without a time expects: whether it would come out otherwise at
/// another moment.</summary>
internal sealed class WindowNeed
{
    // Nothing that is asked here has a window any more.
    private static readonly Instant NoMoment = NodaConstants.UnixEpoch;

    private readonly PolicyProgram _program;
    private readonly ImmutableArray<Bound?> _classes;
    private readonly ImmutableDictionary<int, (CompiledRule Least, CompiledRule Most)> _rules;
    private readonly ImmutableArray<(string Name, Bound Bounds)> _states;

    private WindowNeed(PolicyProgram program)
    {
        _program = program;
        _classes = [.. program.Policy.Classes.Select(item => item.Condition is null ? null : Bounds(item.Condition))];
        _rules = program
            .Rules.Where(rule => rule.HasWindow)
            .ToImmutableDictionary(rule => rule.Index, rule => Bounds(rule));
        _states =
        [
            .. from state in program.Policy.States
            from condition in new[] { state.When, state.Until }
            where condition is not null
            select (state.Name, Bounds(condition)),
        ];
    }

    /// <summary>Null where no window decides anything.</summary>
    public static WindowNeed? Of(PolicyProgram program) =>
        program.Policy.Windows.IsEmpty ? null : new WindowNeed(program);

    /// <summary>What it is that a window decides, or null.</summary>
    /// <param name="stage">After its look.</param>
    /// <param name="expected">Everything that the test expects.</param>
    public string? Find(TestStage stage, ImmutableArray<TestExpectation> expected)
    {
        var values = stage.Values();
        var decision = stage.Query.Decision;
        return (expected.Any(ExpectationKinds.IsOfClass) ? Class(decision.ClassIndex, values) : null)
            ?? (
                expected.Any(ExpectationKinds.IsOfRule)
                    ? Rule(decision.ClassIndex, decision.IsProvisional, values)
                    : null
            )
            ?? (expected.Any(ExpectationKinds.IsOfState) ? State(values, expected) : null);
    }

    private string? Class(int winner, SignalValues values)
    {
        for (var index = 0; index <= winner; index++)
        {
            if (_classes[index]?.Differs(values) == true)
                return $"class `{_program.Policy.Classes[index].Name}`";
        }

        return null;
    }

    private string? Rule(int winner, bool isProvisional, SignalValues values)
    {
        foreach (var rule in _program.RulesByClass[winner])
        {
            if (
                _rules.TryGetValue(rule.Index, out var bounds)
                && (Step(bounds.Least), Cancel(bounds.Least)) != (Step(bounds.Most), Cancel(bounds.Most))
            )
                return $"rule `{rule.Rule.Name}`";
        }

        return null;

        int Step(CompiledRule rule) =>
            rule.Rule.During is null ? rule.Find(values, NoMoment, isProvisional) : CompiledRule.NoStep;
        int Cancel(CompiledRule rule) =>
            rule.Rule.During is null ? rule.FindCancel(values, NoMoment, isProvisional) : CompiledRule.NoStep;
    }

    // What is expected of named states alone has nothing to do with the windows of others.
    private string? State(SignalValues values, ImmutableArray<TestExpectation> expected)
    {
        var isOfAll = expected.Any(each => ExpectationKinds.IsOfState(each) && Named(each) is null);
        foreach (var (name, bounds) in _states)
        {
            if ((isOfAll || expected.Any(each => Named(each) == name)) && bounds.Differs(values))
                return $"state `{name}`";
        }

        return null;
    }

    private static string? Named(TestExpectation expected) =>
        expected switch
        {
            TestExpectation.State state => state.Name,
            TestExpectation.NoState state => state.Name,
            _ => null,
        };

    private static Bound Bounds(Condition condition) =>
        new(
            ConditionCompiler.CompileBound(condition, isMost: false),
            ConditionCompiler.CompileBound(condition, isMost: true)
        );

    // Outside its window a rule does nothing; where no window is named, `unless` works against the steps.
    private static (CompiledRule Least, CompiledRule Most) Bounds(CompiledRule rule)
    {
        var most = BoundOf(rule, isMost: true);
        return (BoundOf(rule, isMost: false), most with { Rule = most.Rule with { During = null } });
    }

    private static CompiledRule BoundOf(CompiledRule rule, bool isMost) =>
        rule with
        {
            Steps =
            [
                .. rule.Steps.Zip(
                    rule.Rule.Steps,
                    (compiled, written) => compiled with { When = ConditionCompiler.CompileBound(written.When, isMost) }
                ),
            ],
            Unless = rule.Rule.Unless is null ? null : ConditionCompiler.CompileBound(rule.Rule.Unless, !isMost),
        };

    /// <summary>A condition with its windows as they least and most serve it.</summary>
    private sealed record Bound(CompiledCondition Least, CompiledCondition Most)
    {
        public bool Differs(SignalValues values) => Least.Evaluate(values, NoMoment) != Most.Evaluate(values, NoMoment);
    }
}
