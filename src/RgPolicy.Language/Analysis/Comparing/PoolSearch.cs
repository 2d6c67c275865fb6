using RgPolicy.Language.Analysis.Logic;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Looks for a query for which a condition is true and which gets a pool: by its class, or
/// moved by a rule.</summary>
internal sealed class PoolSearch(ComparedPolicy policy, SampleTrial trial, WorkBudget budget)
{
    private readonly PairSearch _queries = new(policy, policy, trial, budget);
    private readonly ChangeList _changes = new();

    public CounterExample Find(Condition condition, string pool)
    {
        if (new ConditionRegions(policy.Space).Boxes(condition, isTrue: true) is not { } asked)
            return new CounterExample(null, "", null, ["the condition"]);

        policy.Classes.Undecided.ToList().ForEach(index => NoteIf(true, $"class {policy.Policy.Classes[index].Name}"));
        return FindByClass(asked, pool)
            ?? FindByRule(asked, pool)
            ?? FindByQuarantine(pool)
            ?? new CounterExample(null, "", null, _changes.Undecided);
    }

    private CounterExample? FindByClass(ImmutableArray<Box> asked, string pool)
    {
        foreach (var query in policy.Policy.Classes.Where(query => query.Pool.Name == pool))
        {
            _queries.IsDecided = true;
            if (_queries.FindInside(query.Index, query.Index, new PairArea(true, asked, [])) is { } sample)
                return new CounterExample(query, $"class {query.Name} takes it into pool {pool}", sample, []);

            NoteUndecided($"class {query.Name}");
        }

        return null;
    }

    private CounterExample? FindByRule(ImmutableArray<Box> asked, string pool)
    {
        var idle = new IdleRuleSearch(_queries);
        foreach (var (query, rule, area, outcome) in Sends("move to " + pool + " "))
        {
            var below = policy.FormsBelow(query.Index, rule, area.IsFinal).ToList();
            if (idle.Find(query.Index, query.Index, area.In(outcome).In(asked, []), below) is { } sample)
            {
                return new CounterExample(
                    query,
                    $"rule {rule} moves it from class {query.Name} to pool {pool}",
                    sample,
                    []
                );
            }

            NoteUndecided($"rule {rule}");
        }

        return null;
    }

    /// <summary>Later executions of a fingerprint may be of any class: where one can be sent there,
    /// nothing is proved.</summary>
    private CounterExample? FindByQuarantine(string pool)
    {
        foreach (var (query, rule, area, outcome) in Sends("quarantine " + pool + " "))
        {
            if (_queries.SamplesInside(query.Index, query.Index, area.In(outcome)).Any())
            {
                return new CounterExample(
                    null,
                    "",
                    null,
                    [$"rule {rule}, which sends later executions of a fingerprint to pool {pool}, whatever their class"]
                );
            }

            NoteUndecided($"rule {rule}");
        }

        return null;
    }

    private IEnumerable<(QueryClass Query, string Rule, PairArea Area, RuleOutcome Outcome)> Sends(string action) =>
        from query in policy.Policy.Classes
        from rule in policy.RulesOf(query.Index)
        from area in policy.Areas(query.Index)
        let form = Form(query, rule, area.IsFinal)
        from outcome in form.Acts
        where outcome.Key.StartsWith(action, StringComparison.Ordinal)
        select (query, rule, area, outcome);

    private RuleForm Form(QueryClass query, string rule, bool isFinal)
    {
        _queries.IsDecided = true;
        var form = policy.Form(query.Index, rule, isFinal);
        NoteIf(!form.IsDecided, $"rule {rule}");
        return form;
    }

    private void NoteUndecided(string part) => NoteIf(!_queries.IsDecided, part);

    private void NoteIf(bool isUndecided, string part)
    {
        if (isUndecided)
            _changes.AddUndecided(part);
    }
}
