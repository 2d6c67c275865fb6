using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>
/// Filters with hashed sub-plans. Where EXISTS could be answered either way, the planner charges for each row what the
/// other way would have cost, and shows the hashed one: the cost of such a scan does not tell its rows
/// (costsize.c, AlternativeSubPlan).
/// </summary>
internal static class HashedFilters
{
    /// <summary>The part of the rows that the planner lets through a condition that it cannot look into.</summary>
    private const double LetThrough = 0.5;

    /// <summary>True when the filter uses a hashed sub-plan.</summary>
    public static bool Has(ServerNode node) => Count(node) > 0;

    /// <summary>
    /// Rows read for each execution: what is let through, divided by the part that the sub-plans let
    /// through. Where the filter has other conditions too, that is the least and what the cost has room for the most;
    /// the middle between them, as a factor, is taken.
    /// </summary>
    public static double Rows(ServerNode node, double planned, double costHasRoomFor)
    {
        var count = Count(node);
        var isEither = node.FilterText.IndexOf(" OR "u8) >= 0;
        var part = isEither ? 1 - Math.Pow(1 - LetThrough, count) : Math.Pow(LetThrough, count);
        var least = Math.Max(1, planned) / part;
        return node.Conditions <= count || costHasRoomFor <= least ? least : Math.Sqrt(least * costHasRoomFor);
    }

    private static int Count(ServerNode node)
    {
        if (!node.HasFilter)
            return 0;
        var count = 0;
        foreach (var child in node.Children)
            count +=
                child.Role == NodeRole.PerRow && SubPlans.IsInFilter(node, child) && SubPlans.IsHashed(node, child)
                    ? 1
                    : 0;
        return count;
    }
}
