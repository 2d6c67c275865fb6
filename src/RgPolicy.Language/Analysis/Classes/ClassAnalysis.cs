using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>Judges every class of a policy from top to bottom, <c>default</c> too.</summary>
internal sealed class ClassAnalysis
{
    private readonly ClassBoxes _classes;
    private readonly WorkBudget _budget;
    private readonly Reachability _reachability;
    private readonly Redundancy _redundancy;
    private readonly CoverSearch _search;

    public ClassAnalysis(ClassBoxes classes, WorkBudget budget)
    {
        var index = new BoxIndex(classes, budget);
        _classes = classes;
        _budget = budget;
        Leftover = new Leftover(classes, index, budget);
        _reachability = new Reachability(classes, index, Leftover, budget);
        _redundancy = new Redundancy(classes, index, budget);
        _search = new CoverSearch(classes.Space.Dimensions.Count, budget);
    }

    /// <summary>What the classes above a class leave.</summary>
    public Leftover Leftover { get; }

    /// <summary>The verdicts, each made when it is asked for.</summary>
    /// <param name="isExplained">Whether smallest lists of what keeps queries from a class are still wanted.</param>
    public IEnumerable<ClassVerdict> Run(Func<bool> isExplained)
    {
        var isOpen = true;
        foreach (var query in _classes.Policy.Classes)
        {
            var verdict =
                !isOpen ? new ClassVerdict(ClassState.Unreachable)
                : _budget.IsGone ? new ClassVerdict(ClassState.NotAsked)
                : Judge(query, isExplained());
            isOpen = isOpen && !verdict.IsAlwaysTrue;
            yield return verdict;
        }
    }

    private ClassVerdict Judge(QueryClass query, bool isExplained)
    {
        var verdict = _reachability.Judge(query, isExplained);
        if (query.Condition is null || verdict.State is ClassState.Undecided or ClassState.NeverTrue)
        {
            return verdict;
        }

        var isRedundant = verdict is { State: ClassState.Matches, Gap: { } sample }
            ? _redundancy.IsRedundant(query, sample)
            : false;
        return verdict with { IsAlwaysTrue = IsAlwaysTrue(query), IsRedundant = isRedundant };
    }

    private bool IsAlwaysTrue(QueryClass query)
    {
        var own = _classes.Of(query.Index);
        if (own.Length == 1)
        {
            return own[0].Box.Dimensions.Length == 0;
        }

        _budget.Begin();
        return _search
            .Run(Box.Everything, own.ToArray(), dimension => _classes.Space.Dimensions[dimension].All)
            .IsCovered;
    }
}
