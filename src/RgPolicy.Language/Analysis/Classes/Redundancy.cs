using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Classes;

/// <summary>Decides whether every query of a class would get the same pool without it.</summary>
internal sealed class Redundancy(ClassBoxes classes, CoverSearch search, WorkBudget budget)
{
    public bool? IsRedundant(QueryClass query, Room sample)
    {
        budget.Begin();
        if (PoolOf(Below(query, classes.All.Count).First(rival => rival.Box.Holds(sample))) != query.Pool.Index)
            return false;

        foreach (var (_, box) in classes.Of(query.Index))
        {
            if (LosesPool(box, query) is var isLost and not false)
                return isLost is null ? null : false;
        }

        return classes.Undecided.Count == 0 ? true : null;
    }

    private IReadOnlyList<OwnedBox> Below(QueryClass query, int place) =>
        classes.Between(classes.StartOf(query.Index + 1), place);

    private int PoolOf(OwnedBox owned) => classes.Policy.Classes[owned.Owner].Pool.Index;

    /// <summary>Whether some query of the box would get another pool; null where that was not decided.</summary>
    private bool? LosesPool(Box box, QueryClass query)
    {
        // Most classes matter by what would fall to the default.
        if (PoolOf(classes.All[^1]) != query.Pool.Index && IsLeft(box, query, classes.All.Count - 1) == true)
            return true;

        budget.Scan(classes.All.Count);
        foreach (var rival in Below(query, classes.All.Count))
        {
            if (PoolOf(rival) == query.Pool.Index)
            {
                if (box.IsInside(rival.Box))
                {
                    return false; // All below it is irrelevant.
                }
            }
            else if (
                rival.Box.Intersects(box)
                && rival.Box.Intersect(box) is { } common
                && IsLeft(common, query, classes.StartOf(rival.Owner)) is var isLost and not false
            )
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
        var kept = Below(query, place).Where(owned => PoolOf(owned) == query.Pool.Index);
        var coverage = search.Run(box, classes.Above(query.Index).Concat(kept));
        return coverage.IsDecided ? coverage.Gap is not null : null;
    }
}
