using RgPolicy.Engine.Classify;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Testing;

/// <summary>Compares what a policy test expects at a moment with what came out.</summary>
internal sealed class MomentJudge
{
    private readonly TestStage _stage;
    private readonly ImmutableArray<TestExpectation> _expected;
    private readonly PolicyProgram _program;
    private readonly ClassDecision _decision;
    private readonly QueryClass _winner;
    private readonly ImmutableArray<RuleResult> _rules;
    private readonly PoolJudge _pools;

    /// <param name="stage">After its look.</param>
    /// <param name="expected">What is expected now.</param>
    public MomentJudge(TestStage stage, ImmutableArray<TestExpectation> expected)
    {
        (_stage, _expected) = (stage, expected);
        _program = stage.Governor.Program;
        _decision = stage.Query.Decision;
        _winner = _program.Policy.Classes[_decision.ClassIndex];
        var values = stage.Values();
        _rules = [.. _program.Rules.Select(rule => RuleResult.Of(rule, stage, values))];
        _pools = new PoolJudge(stage);
    }

    /// <summary>Everything that was found.</summary>
    public MomentResult Judge()
    {
        var trace =
            _stage.Governor.Explain(TestStage.Backend) ?? ClassExplainer.Explain(_program, _stage.Values(), _stage.At);
        return new MomentResult(_expected, _decision, _rules, _stage.Governor.ActiveStates, trace, Message());
    }

    private string Message()
    {
        var found = Differences().ToList();
        var decided = found.Exists(each => each.IsOfClass)
            ? $" (decided by class `{_winner.Name}`, line {_winner.Range.StartLine})"
            : "";
        return found.Count == 0 ? "" : string.Join("; ", found.Select(each => each.Text)) + decided;
    }

    private IEnumerable<(bool IsOfClass, string Text)> Differences()
    {
        if (NotFinal() is { } problem)
            yield return (true, problem);

        foreach (var expected in _expected)
        {
            if (Difference(expected) is { } difference)
                yield return (ExpectationKinds.IsOfOnlyClass(expected), difference);
        }
    }

    /// <summary>What is provisional contradicts everything that does not say so.</summary>
    private string? NotFinal() =>
        _decision.IsProvisional
        && _expected.Any(ExpectationKinds.WantsFinal)
        && !_expected.Any(expected => expected is TestExpectation.Provisional or TestExpectation.Class)
            ? $"expected a final class, got {Describe(_winner.Name, true)}{Pending()}"
            : null;

    private string? Difference(TestExpectation expected) =>
        expected switch
        {
            TestExpectation.Provisional => _decision.IsProvisional
            || _expected.Any(other => other is TestExpectation.Class { IsProvisional: true })
                ? null
                : $"expected a provisional class, got {Describe(_winner.Name, false)}",
            TestExpectation.Class wanted => OfClass(wanted),
            TestExpectation.Line wanted => wanted.Number == _winner.Range.StartLine
                ? null
                : $"expected line {wanted.Number} to decide, got line {_winner.Range.StartLine}",
            TestExpectation.Rule wanted => OfRule(wanted),
            TestExpectation.NoRule wanted => OfNoRule(wanted),
            TestExpectation.State wanted => IsActive(wanted.Name)
                ? null
                : $"expected state `{wanted.Name}`, got {States()}",
            TestExpectation.NoState { Name: null } when !_stage.Governor.ActiveStates.IsEmpty =>
                $"expected no state, got {States()}",
            TestExpectation.NoState { Name: { } name } when IsActive(name) =>
                $"expected that state `{name}` is not active, got {States()}",
            TestExpectation.NoState wanted => OfNoState(wanted),
            _ => _pools.Difference(expected),
        };

    private string? OfClass(TestExpectation.Class wanted) =>
        wanted.Name == _winner.Name && wanted.IsProvisional == _decision.IsProvisional
            ? null
            : $"expected {Describe(wanted.Name, wanted.IsProvisional)}, got {Describe(_winner.Name, _decision.IsProvisional)}{(wanted.IsProvisional ? "" : Pending())}";

    private string? OfRule(TestExpectation.Rule wanted)
    {
        var sight = _rules.First(rule => rule.Name == wanted.Name);
        var isMet = wanted.Step is { } step ? sight.Step == step - 1 : sight.Step != CompiledRule.NoStep;
        var what = wanted.Step is { } number
            ? $"step {number} of rule `{wanted.Name}`"
            : $"a step of rule `{wanted.Name}`";
        return isMet ? null : $"expected {what}, got {sight.Describe()}{(sight.Why.Length > 0 ? ": " : "")}{sight.Why}";
    }

    private string? OfNoRule(TestExpectation.NoRule wanted)
    {
        var rules = _rules.Where(rule => (wanted.Name ?? rule.Name) == rule.Name).ToList();
        var acting = rules.Find(rule => rule.Step != CompiledRule.NoStep);
        return (acting, wanted.Name) switch
        {
            (null, _) => rules.FindAll(rule => rule.IsOnClass) is [var open, ..] concerned
            && concerned.TrueForAll(rule => rule.Missing.Length > 0)
                ? $"expected no step of rule `{open.Name}`, which is not decided: {open.Missing} is not given"
                : null,
            (_, null) => $"expected no step of any rule, got {acting.Describe()} of rule `{acting.Name}`",
            _ => $"expected no step of rule `{wanted.Name}`, got {acting.Describe()}",
        };
    }

    /// <summary>None is active: is that decided, of one at least?</summary>
    private string? OfNoState(TestExpectation.NoState wanted)
    {
        var values = _stage.Values();
        var states = _program
            .Policy.States.Where(state => (wanted.Name ?? state.Name) == state.Name)
            .Select(state => (state.Name, Missing: MissingSignals.OfState(state, values, _stage)))
            .ToList();
        return states.TrueForAll(state => state.Missing.Length > 0) && states is [var open, ..]
            ? $"expected that state `{open.Name}` is not active, which is not decided: {open.Missing} is not given"
            : null;
    }

    private bool IsActive(string state) => _stage.Governor.ActiveStates.Contains(state, StringComparer.Ordinal);

    private string States() =>
        _stage.Governor.ActiveStates is { IsEmpty: false } active
            ? "state " + string.Join(", ", active.Select(name => $"`{name}`"))
            : "no state";

    private static string Describe(string name, bool isProvisional) =>
        (isProvisional ? "provisional class `" : "class `") + name + "`";

    private string Pending() =>
        _decision.IsProvisional
            ? ", because " + string.Join(", ", SignalMasks.Names(_decision.PendingSignals)) + " is not given"
            : "";
}
