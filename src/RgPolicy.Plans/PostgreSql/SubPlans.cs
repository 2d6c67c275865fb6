using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>Sub-plans that hang beside an operator's inputs.</summary>
internal static class SubPlans
{
    private static readonly string[] Places = ["Filter", "Join Filter", "One-Time Filter", "Hash Cond", "Merge Cond"];

    /// <summary>The server marks a hashed sub-plan where it is used, in an expression of the parent.</summary>
    public static bool IsHashed(ServerNode parent, ServerNode child)
    {
        if (child.Json.TextOf("Subplan Name") is not { } name)
            return false;
        var mark = "hashed " + name;
        return Places.Any(place => Mentions(parent.Json.Member(place), mark))
            || Mentions(parent.Json.Member("Output"), mark);
    }

    /// <summary>What the sub-plans in the output list cost for each row out.</summary>
    public static double CostPerRowOut(ServerNode node) => Cost(node, inFilter: false);

    /// <summary>What the sub-plans in the filter cost for each row read.</summary>
    public static double CostPerRowRead(ServerNode node) => Cost(node, inFilter: true);

    public static bool IsInFilter(ServerNode parent, ServerNode child) =>
        child.Json.TextOf("Subplan Name") is { } name && Mentions(parent.Json.Member("Filter"), name);

    private static double Cost(ServerNode node, bool inFilter)
    {
        var cost = 0.0;
        foreach (var child in node.Children)
        {
            if (child.Role == NodeRole.PerRow && !IsHashed(node, child) && IsInFilter(node, child) == inFilter)
                cost += child.TotalCost ?? 0;
        }

        return cost;
    }

    private static bool Mentions(JsonValue? expression, string mark)
    {
        if (expression is not { } value)
            return false;
        if (value.Text.Contains(mark, StringComparison.Ordinal))
            return true;
        foreach (var item in value.Children)
        {
            if (item.Text.Contains(mark, StringComparison.Ordinal))
                return true;
        }

        return false;
    }
}

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
