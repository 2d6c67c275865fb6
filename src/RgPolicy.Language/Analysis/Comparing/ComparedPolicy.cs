using RgPolicy.Language.Analysis.Classes;
using RgPolicy.Language.Analysis.Logic;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Meaning;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>One of two policies in its normal form, over the space of both.</summary>
internal sealed class ComparedPolicy
{
    private readonly ComparisonScope _scope;
    private readonly ConditionRegions _regions;
    private readonly Dictionary<(int Class, string Rule, bool IsFinal), RuleForm> _forms = [];
    private readonly ILookup<int, Rule> _watching;
    private readonly Dictionary<string, int> _first;
    private ClassBoxes? _possible;
    private ClassBoxes? _certain;

    public ComparedPolicy(Policy policy, AnalysisSpace space, ComparisonScope scope)
    {
        (Policy, Space, _scope) = (policy, space, scope);
        _regions = new ConditionRegions(space);
        Classes = new ClassBoxes(policy, space);
        Conditions = [.. policy.Classes.Select(query => MeaningText.Of(query.Condition))];
        Pools = [.. policy.Pools.Select(Text)];
        var goals = policy.Objectives.ToLookup(goal => goal.Class.Index, MeaningText.Of);
        Objectives = [.. policy.Classes.Select(query => string.Join('\n', goals[query.Index]))];
        _watching = policy
            .Rules.SelectMany(rule =>
                rule.Classes.Select(query => query.Index).Distinct().Select(index => (Class: index, Rule: rule))
            )
            .ToLookup(each => each.Class, each => each.Rule);
        _first = Conditions
            .Select((text, index) => (text, index))
            .GroupBy(each => each.text, StringComparer.Ordinal)
            .ToDictionary(group => group.Key, group => group.First().index, StringComparer.Ordinal);
    }

    public Policy Policy { get; }

    public AnalysisSpace Space { get; }

    public ClassBoxes Classes { get; }

    /// <summary>Where each class matches or may come to match.</summary>
    public ClassBoxes Possible => _possible ??= new ClassBoxes(Policy, Space, Reading.Possible);

    /// <summary>Where each class matches whatever comes.</summary>
    public ClassBoxes Certain => _certain ??= new ClassBoxes(Policy, Space, Reading.Certain);

    /// <summary>The conditions' normal forms.</summary>
    public ImmutableArray<string> Conditions { get; }

    /// <summary>Each pool's name and settings.</summary>
    public ImmutableArray<string> Pools { get; }

    public ImmutableArray<string> Objectives { get; }

    /// <summary>True where a class above another has a condition: whatever it is true for never comes
    /// to the other one.</summary>
    public bool IsAskedAbove(int classIndex, string condition) =>
        _first.TryGetValue(condition, out var first) && first < classIndex;

    public string PoolOf(int classIndex) => Pools[Policy.Classes[classIndex].Pool.Index];

    /// <summary>The names of the rules that watch a class, in the order of the text.</summary>
    public IEnumerable<string> RulesOf(int classIndex) => Watching(classIndex).Select(rule => rule.Name);

    public RuleForm Form(int classIndex, string rule, bool isFinal)
    {
        var key = (classIndex, rule, isFinal);
        if (!_forms.TryGetValue(key, out var form))
        {
            var watching = Watching(classIndex).FirstOrDefault(each => each.Name == rule);
            _forms[key] = form = RuleForm.Of(
                watching,
                step => _scope.IsCarriedOut(step.Then) && (isFinal || RuleForm.IsOnRequestOnly(step)),
                pool => Pools[pool.Index],
                _regions
            );
        }

        return form;
    }

    /// <summary>The forms of the rules that watch a class and stand below one of them.</summary>
    public IEnumerable<RuleForm> FormsBelow(int classIndex, string rule, bool isFinal) =>
        RulesOf(classIndex).SkipWhile(name => name != rule).Skip(1).Select(name => Form(classIndex, name, isFinal));

    /// <summary>The queries of a class, apart by whether it is final: it stays true whatever comes, and
    /// none above can become true.</summary>
    public IEnumerable<PairArea> Areas(int classIndex)
    {
        var (certain, above) = (Stays(classIndex), MayBeTakenAbove(classIndex));
        yield return new PairArea(true, certain, above);
        yield return new PairArea(false, above, []);
        yield return new PairArea(false, [Box.Everything], certain);
    }

    /// <summary>Where classes above match or may come to match.</summary>
    public ImmutableArray<Box> MayBeTakenAbove(int classIndex) =>
        [.. Possible.Above(classIndex).Select(owned => owned.Box)];

    /// <summary>Where a class matches whatever comes.</summary>
    public ImmutableArray<Box> Stays(int classIndex) => [.. Certain.Of(classIndex).Select(owned => owned.Box)];

    /// <summary>Steps of a rule that the target does not carry out.</summary>
    public string NotCarriedOut(string rule) =>
        string.Join(
            '\n',
            Policy
                .Rules.Where(each => each.Name == rule)
                .SelectMany(each => each.Steps)
                .Where(step => !_scope.IsCarriedOut(step.Then))
                .Select(step => MeaningText.Of(step.When) + MeaningText.Of(step.Then))
        );

    private static string Text(Pool pool) =>
        pool.Name
        + " { "
        + string.Join(
            ' ',
            pool.Settings.OrderBy(setting => setting.Name)
                .Select(setting => $"{setting.Name} {MeaningText.Of(setting.Value)}")
        )
        + " }";

    private IEnumerable<Rule> Watching(int classIndex) => _watching[classIndex];
}
