using System.Collections.Immutable;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;

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

/// <summary>What the classes above a class leave of a box.</summary>
internal sealed class Leftover(ClassBoxes classes, BoxIndex index, WorkBudget budget)
{
    private readonly CoverSearch _search = new(classes.Space.Dimensions.Count, budget);

    /// <summary>Whether they cover it, with whatever is unknown outside it.</summary>
    public Coverage Of(Box box, int classIndex) => Of(box, classIndex, index.Any);

    /// <summary>Whether they cover it where everything outside it is known.</summary>
    public Coverage OfKnown(Box box, int classIndex) => Of(box, classIndex, index.Known);

    private Coverage Of(Box box, int classIndex, LastCells cells)
    {
        var start = classes.StartOf(classIndex);
        var outside = cells.Before(start);
        return _search.Run(box, index.Near(box, outside, 0, start), outside.Cells);
    }
}

/// <summary>What was proved about one class.</summary>
/// <param name="State">What can come of it.</param>
internal sealed record ClassVerdict(ClassState State)
{
    /// <summary>For a shadowed class those that shadow it, in the order of the text.</summary>
    public ImmutableArray<int> ShadowedBy { get; init; } = [];

    /// <summary>Queries that the class takes: known ones, or for a class that matches only while
    /// signals are unknown others.</summary>
    public Room? Gap { get; init; }

    /// <summary>For a class that matches only while signals are unknown: a smallest such list of signals.</summary>
    public ImmutableArray<Signal> Unknown { get; init; } = [];

    /// <summary>The condition is always true.</summary>
    public bool IsAlwaysTrue { get; init; }

    /// <summary>Without the class every query would get the same pool; null where that was not decided.</summary>
    public bool? IsRedundant { get; init; } = false;
}

/// <summary>What can come of a class.</summary>
internal enum ClassState
{
    /// <summary>Some query whose signals are all known is taken by it.</summary>
    Matches,

    /// <summary>Its condition is never true.</summary>
    NeverTrue,

    /// <summary>One class above it matches wherever it would.</summary>
    ShadowedByOne,

    /// <summary>Several classes above it match, together, wherever it would.</summary>
    ShadowedByAll,

    /// <summary>It takes queries only while some signal is unknown.</summary>
    OnlyWhileUnknown,

    /// <summary>The class stands below one whose condition is always true.</summary>
    Unreachable,

    /// <summary>The work budget was spent first.</summary>
    Undecided,

    /// <summary>Not asked: the classes above took the whole work budget.</summary>
    NotAsked,
}
