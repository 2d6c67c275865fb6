using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>Decides whether every query of a class would get the same pool without it.</summary>
internal sealed class Redundancy(ClassBoxes classes, BoxIndex index, WorkBudget budget)
{
    private const int QuickTries = 8;

    private readonly CoverSearch _search = new(classes.Space.Dimensions.Count, budget);

    private AnalysisSpace Space => classes.Space;

    /// <summary>Null where it was not decided.</summary>
    /// <param name="query">The class.</param>
    /// <param name="sample">A query that it takes.</param>
    public bool? IsRedundant(QueryClass query, Point sample)
    {
        budget.Begin();
        if (PoolOf(TakerBelow(query.Index, sample)) != query.Pool.Index)
        {
            return false;
        }

        foreach (var (_, box) in classes.Of(query.Index).ToArray())
        {
            var isLost = LosesPool(box, query);
            if (isLost != false)
            {
                return isLost is null ? null : false;
            }
        }

        return classes.Undecided.Count == 0 ? true : null;
    }

    /// <summary>The class that would take a query instead.</summary>
    private int TakerBelow(int classIndex, Point sample)
    {
        budget.Scan(classes.All.Length - classes.StartOf(classIndex + 1));
        for (var place = classes.StartOf(classIndex + 1); place < classes.All.Length; place++)
        {
            if (sample.IsIn(classes.All[place].Box))
            {
                return classes.All[place].Owner;
            }
        }

        return classes.Policy.Classes.Length - 1;
    }

    private int PoolOf(int classIndex) => classes.Policy.Classes[classIndex].Pool.Index;

    /// <summary>Whether some query of the box would get another pool; null where that was not decided.</summary>
    private bool? LosesPool(Box box, QueryClass query)
    {
        var end = EndOfRivals(box, query);
        var rivals = index.Touching(box, classes.StartOf(query.Index + 1), end)
            .Where(owned => PoolOf(owned.Owner) != query.Pool.Index)
            .Select(owned => owned with { Box = owned.Box.Intersect(box) ?? Box.Everything }).ToList();
        if (rivals.Take(QuickTries).Any(rival => LosesLikeBase(rival, query)))
        {
            return true;
        }

        foreach (var rival in rivals)
        {
            var coverage = _search.Run(rival.Box, Keepers(rival, query), All);
            if (!coverage.IsDecided || coverage.Gap is not null)
            {
                return coverage.IsDecided ? true : null;
            }
        }

        return false;
    }

    /// <summary>A class of the same pool that takes the whole box makes all below it irrelevant.</summary>
    private int EndOfRivals(Box box, QueryClass query)
    {
        foreach (var around in index.Around(box, classes.StartOf(query.Index + 1), classes.All.Length))
        {
            if (PoolOf(around.Owner) == query.Pool.Index)
            {
                return classes.StartOf(around.Owner);
            }
        }

        return classes.All.Length;
    }

    private bool LosesLikeBase(OwnedBox rival, QueryClass query)
    {
        var above = index.NearBase(rival.Box, 0, classes.StartOf(query.Index));
        var between = index.NearBase(rival.Box, classes.StartOf(query.Index + 1), classes.StartOf(rival.Owner));
        var keepers = above.Concat(between.Where(owned => PoolOf(owned.Owner) == query.Pool.Index));
        return _search.Run(rival.Box, keepers, index.LikeBase(rival.Box)).Gap is not null;
    }

    /// <summary>The boxes whose queries do not come to the rival from this class: taken above it, or kept in its pool.</summary>
    private IEnumerable<OwnedBox> Keepers(OwnedBox rival, QueryClass query)
    {
        var above = index.Near(rival.Box, 0, classes.StartOf(query.Index));
        var between = index.Near(rival.Box, classes.StartOf(query.Index + 1), classes.StartOf(rival.Owner));
        return above.Concat(between.Where(owned => PoolOf(owned.Owner) == query.Pool.Index));
    }

    private CellSet All(int dimension) => Space.Dimensions[dimension].All;
}
