using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Classes;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>Compares policies in meaning, not in text. Patterns are exact here: every sample is a query that can be.</summary>
public static class PolicyComparison
{
    /// <summary>The regions in which two policies differ, each with a sample query.</summary>
    /// <param name="before">The old policy, bound without an error.</param>
    /// <param name="after">The new policy, bound for the same target.</param>
    public static PolicyDifference Compare(Policy before, Policy after)
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        var space = new AnalysisSpace(Conditions(before).Concat(Conditions(after)));
        var (old, @new) = (new ClassBoxes(before, space), new ClassBoxes(after, space));
        var search = new DifferenceSearch(old, @new, new WorkBudget(WorkBudget.PerPolicy));
        var regions = search.Run();
        return new PolicyDifference(regions, Statements(before, after), search.IsDecided);
    }

    /// <summary>Looks for a query for which a condition is true and which gets a pool.</summary>
    /// <param name="policy">The policy.</param>
    /// <param name="condition">The condition, bound with the policy's names.</param>
    /// <param name="pool">The pool's name.</param>
    public static CounterExample FindInPool(Policy policy, Condition condition, string pool)
    {
        ArgumentNullException.ThrowIfNull(policy);
        ArgumentNullException.ThrowIfNull(condition);
        var space = new AnalysisSpace(Conditions(policy).Append(condition));
        var classes = new ClassBoxes(policy, space);
        var search = new SampleSearch(space, new WorkBudget(WorkBudget.PerPolicy));
        var asked = new Logic.ConditionRegions(space).Boxes(condition, isTrue: true);
        var isDecided = asked is not null && classes.Undecided.Count == 0;
        var targets =
            from query in policy.Classes
            where string.Equals(query.Pool.Name, pool, StringComparison.Ordinal)
            from owned in classes.Of(query.Index).ToArray()
            from box in asked ?? []
            let target = owned.Box.Intersect(box)
            where target is not null
            select (query, target);
        foreach (var (query, target) in targets)
        {
            var covers = classes.All.Take(classes.StartOf(query.Index));
            var found = search.Find(target, covers, WorkBudget.PerQuestion);
            if (found.Sample is { } sample)
            {
                return new CounterExample(query, sample, true);
            }

            isDecided &= found.IsDecided;
        }

        return new CounterExample(null, null, isDecided);
    }

    private static IEnumerable<Condition> Conditions(Policy policy) =>
        policy.Classes.Select(query => query.Condition).OfType<Condition>();

    private static ImmutableArray<string> Statements(Policy before, Policy after)
    {
        var old = Treatment.Statements(before).ToDictionary(each => each.Name, each => each.Text, StringComparer.Ordinal);
        var @new = Treatment.Statements(after).ToDictionary(each => each.Name, each => each.Text, StringComparer.Ordinal);
        return
        [
            .. old.Keys.Union(@new.Keys, StringComparer.Ordinal)
                .Where(name => !string.Equals(old.GetValueOrDefault(name), @new.GetValueOrDefault(name), StringComparison.Ordinal))
                .Order(StringComparer.Ordinal),
        ];
    }
}
