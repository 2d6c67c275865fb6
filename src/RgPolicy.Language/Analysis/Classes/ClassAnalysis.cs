using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>Judges every class of a policy from top to bottom, <c>default</c> too.</summary>
internal sealed class ClassAnalysis(ClassBoxes classes, WorkBudget budget)
{
    private readonly CoverSearch _search = classes.Space.Search(budget);

    /// <summary>The verdicts, each made when it is asked for.</summary>
    /// <param name="isExplained">Whether smallest lists of what keeps queries from a class are still wanted.</param>
    public IEnumerable<ClassVerdict> Run(Func<bool> isExplained)
    {
        var reachability = new Reachability(classes, _search, budget);
        var redundancy = new Redundancy(classes, _search, budget);
        var isOpen = true;
        foreach (var query in classes.Policy.Classes)
        {
            var verdict = isOpen ? reachability.Judge(query, isExplained()) : new ClassVerdict(ClassState.Unreachable);
            if (query.Condition is not null && verdict.State is not (ClassState.Unreachable or ClassState.NeverTrue))
            {
                verdict = verdict with
                {
                    IsAlwaysTrue = IsAlwaysTrue(query),
                    IsRedundant = verdict is { State: ClassState.Matches, Gap: { } sample }
                        ? redundancy.IsRedundant(query, sample)
                        : false,
                };
            }

            isOpen = isOpen && !verdict.IsAlwaysTrue;
            yield return verdict;
        }
    }

    private bool IsAlwaysTrue(QueryClass query)
    {
        budget.Begin();
        var own = classes.Of(query.Index);
        return own.Any(owned => owned.Box.Dimensions.Length == 0) || _search.Run(Box.Everything, own).IsCovered;
    }
}

/// <summary>What was proved about one class.</summary>
internal sealed record ClassVerdict(ClassState State)
{
    /// <summary>For a shadowed class those that shadow it, in the order of the text.</summary>
    public ImmutableArray<int> ShadowedBy { get; init; } = [];

    /// <summary>Queries that the class takes: known ones, or for a class that matches only while
    /// signals are unknown others.</summary>
    public Room? Gap { get; init; }

    /// <summary>For a class that matches only while signals are unknown: a smallest such list of signals.</summary>
    public ImmutableArray<Signal> Unknown { get; init; } = [];

    public bool IsAlwaysTrue { get; init; }

    /// <summary>Without the class every query would get the same pool; null where that was not decided.</summary>
    public bool? IsRedundant { get; init; } = false;
}

/// <summary>What can come of a class.</summary>
internal enum ClassState
{
    /// <summary>Some query whose signals are all known is taken by it.</summary>
    Matches,

    NeverTrue,

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
