using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>Decides whether every query of a class would get the same pool without it.</summary>
internal sealed class Redundancy(ClassBoxes classes, BoxIndex index, WorkBudget budget)
{
    private readonly CoverSearch _search = new(classes.Space.Dimensions.Count, budget);

    /// <summary>The place of the default's box, the last one.</summary>
    private int Last => classes.All.Length - 1;

    /// <summary>Null where it was not decided.</summary>
    /// <param name="query">The class.</param>
    /// <param name="sample">A query that it takes, all of it known.</param>
    public bool? IsRedundant(QueryClass query, Room sample)
    {
        budget.Begin();
        if (PoolOf(TakerBelow(query.Index, sample)) != query.Pool.Index)
        {
            return false;
        }

        foreach (var (_, box) in classes.Of(query.Index).ToArray())
        {
            var isLost = LosesToDefault(box, query) ? true : LosesPool(box, query);
            if (isLost != false)
            {
                return isLost is null ? null : false;
            }
        }

        return classes.Undecided.Count == 0 ? true : null;
    }

    /// <summary>The class that would take a query instead.</summary>
    private int TakerBelow(int classIndex, Room sample)
    {
        var outside = index.Known.Before(classes.All.Length);
        var cells = new SortedDictionary<int, CellSet>();
        foreach (var dimension in sample.Dimensions.Concat(outside.Open.ToArray()))
        {
            cells[dimension] = CellSet.Single(sample.On(dimension).First);
        }

        var place = index.FirstNear(Box.Of(cells), outside, classes.StartOf(classIndex + 1), classes.All.Length);
        return place < 0 ? classes.Policy.Classes.Length - 1 : classes.All[place].Owner;
    }

    private int PoolOf(int classIndex) => classes.Policy.Classes[classIndex].Pool.Index;

    /// <summary>
    /// True when some query of the box comes to no class above and to none of the same pool below,
    /// though the default has another pool: the quick way to see that the class matters.
    /// </summary>
    private bool LosesToDefault(Box box, QueryClass query) =>
        PoolOf(classes.All[Last].Owner) != query.Pool.Index && IsLeft(box, query, Last) == true;

    /// <summary>Whether some query of the box would get another pool; null where that was not decided.</summary>
    private bool? LosesPool(Box box, QueryClass query)
    {
        foreach (var (owner, rival) in index.Touching(box, classes.StartOf(query.Index + 1)))
        {
            var isKept = PoolOf(owner) == query.Pool.Index;
            if (isKept && box.IsInside(rival))
            {
                return false; // All below it is irrelevant.
            }

            var isLost =
                isKept || rival.Intersect(box) is not { } common
                    ? false
                    : IsLeft(common, query, classes.StartOf(owner));
            if (isLost != false)
            {
                return isLost;
            }
        }

        return false;
    }

    /// <summary>
    /// Whether some query of the box comes from this class to the boxes at a place: taken by none above
    /// it, and kept in its pool by none before the place. Null where that was not decided.
    /// </summary>
    private bool? IsLeft(Box box, QueryClass query, int place)
    {
        var outside = index.Any.Before(place);
        var above = index.Near(box, outside, 0, classes.StartOf(query.Index));
        var between = index.Near(box, outside, classes.StartOf(query.Index + 1), place);
        var keepers = above.Concat(between.Where(owned => PoolOf(owned.Owner) == query.Pool.Index));
        var coverage = _search.Run(box, keepers, outside.Cells);
        return coverage.IsDecided ? coverage.Gap is not null : null;
    }
}
