using RgPolicy.Language.Analysis.Classes;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>
/// Compares policies in their bound meaning, not in text: classes, pools, rules, states, objectives, the cache
/// strategy. Patterns are exact here: every sample is a query that can be. What is not decided is
/// named, never taken for equal.
/// </summary>
public static class PolicyComparison
{
    /// <summary>What two policies do in different ways, with samples.</summary>
    /// <param name="before">The old policy, bound without an error.</param>
    /// <param name="after">The new policy, bound for the same target.</param>
    /// <param name="scope">For whom.</param>
    public static PolicyDifference Compare(Policy before, Policy after, ComparisonScope scope)
    {
        var space = new AnalysisSpace(
            AskedConditions.Of(before).Concat(AskedConditions.Of(after)),
            unknownCells: 2,
            scope.Host
        );
        var (old, @new) = (new ComparedPolicy(before, space, scope), new ComparedPolicy(after, space, scope));
        var budget = new WorkBudget(WorkBudget.PerPolicy, scope.CancellationToken);
        var changes = new ChangeList();
        var trial = new SampleTrial(scope.IsShown, budget);
        var pairs = new PairSearch(old, @new, trial, budget);
        var regions = Regions(old, @new, pairs, changes);
        new StateSearch(old, @new, pairs, trial, budget, changes).Run();
        new StatementSearch(old, @new, changes).Run(regions);
        return new PolicyDifference(regions, changes.Changes, changes.Undecided);
    }

    /// <summary>Looks for a query for which a condition is true and which gets a pool, by its class or
    /// by a rule.</summary>
    /// <param name="policy">The policy.</param>
    /// <param name="condition">The condition, bound with the policy's names.</param>
    /// <param name="pool">The pool's name.</param>
    /// <param name="scope">For whom.</param>
    public static CounterExample FindInPool(Policy policy, Condition condition, string pool, ComparisonScope scope)
    {
        var space = new AnalysisSpace(AskedConditions.Of(policy).Append(condition), unknownCells: 2, scope.Host);
        var budget = new WorkBudget(WorkBudget.PerPolicy, scope.CancellationToken);
        return new PoolSearch(
            new ComparedPolicy(policy, space, scope),
            new SampleTrial(scope.IsShown, budget),
            budget
        ).Find(condition, pool);
    }

    private static ImmutableArray<ChangedRegion> Regions(
        ComparedPolicy old,
        ComparedPolicy @new,
        PairSearch pairs,
        ChangeList changes
    )
    {
        foreach (var (classes, other) in new[] { (old.Classes, @new), (@new.Classes, old) })
        {
            foreach (var index in classes.Undecided.Where(index => !IsAsBefore(classes, other, index)))
                changes.AddUndecided($"class {classes.Policy.Classes[index].Name}");
        }

        return new DifferenceSearch(old, @new, pairs, changes).Run();
    }

    /// <summary>What cannot be looked into is the same where all classes are.</summary>
    private static bool IsAsBefore(ClassBoxes classes, ComparedPolicy other, int index) =>
        classes.Policy.Classes.Length == other.Conditions.Length
        && Meaning.MeaningText.Of(classes.Policy.Classes[index].Condition) == other.Conditions[index];
}

/// <summary>The target and the queries for which policies are compared.</summary>
/// <param name="IsCarriedOut">True for a rule's action that the target carries out; a step with another one leaves the
/// step below it in force.</param>
/// <param name="IsShown">True for a sample that does show what is looked for; where it does not, the
/// search goes on.</param>
/// <param name="Host">The target whose host it is about; null for every host.</param>
/// <param name="CancellationToken">Ends the search when the caller has given up.</param>
public sealed record ComparisonScope(
    Func<RuleAction, bool> IsCarriedOut,
    Func<Sample, bool> IsShown,
    TargetProfile? Host,
    CancellationToken CancellationToken
);

/// <summary>The answer to whether some query for which a condition is true gets a pool.</summary>
/// <param name="Class">The class of such a query; null when there is none.</param>
/// <param name="Why">How it gets there; empty when it does not.</param>
/// <param name="Sample">Such a query; null when there is none.</param>
/// <param name="Undecided">The parts of the policy of which it was not decided.</param>
public sealed record CounterExample(QueryClass? Class, string Why, Sample? Sample, ImmutableArray<string> Undecided);
