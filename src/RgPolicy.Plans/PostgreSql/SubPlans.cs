using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>Sub-plans that hang beside an operator's inputs.</summary>
internal static class SubPlans
{
    private static readonly JsonName[] Places =
    [
        JsonName.Filter,
        JsonName.JoinFilter,
        JsonName.OneTimeFilter,
        JsonName.HashCond,
        JsonName.MergeCond,
    ];

    /// <summary>The server marks a hashed sub-plan where it is used, in an expression of the parent.</summary>
    public static bool IsHashed(ServerNode parent, ServerNode child)
    {
        if (child.Json.TextOf(JsonName.SubplanName) is not { } name)
            return false;
        var mark = "hashed " + name;
        return Places.Any(place => Mentions(parent.Json.Member(place), mark))
            || Mentions(parent.Json.Member(JsonName.Output), mark);
    }

    /// <summary>What the sub-plans in the output list cost for each row out.</summary>
    public static double CostPerRowOut(ServerNode node) => Cost(node, inFilter: false);

    /// <summary>What the sub-plans in the filter cost for each row read.</summary>
    public static double CostPerRowRead(ServerNode node) => Cost(node, inFilter: true);

    public static bool IsInFilter(ServerNode parent, ServerNode child) =>
        child.Json.TextOf(JsonName.SubplanName) is { } name && Mentions(parent.Json.Member(JsonName.Filter), name);

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
