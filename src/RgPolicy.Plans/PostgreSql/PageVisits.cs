namespace RgPolicy.Plans.PostgreSql;

/// <summary>How many different pages repeated probes visit.</summary>
internal static class PageVisits
{
    /// <summary>Index entries on a leaf page, roughly.</summary>
    public const double EntriesPerLeaf = 200;

    /// <summary>Charged for less than this part of its visits, a probe is known to meet the same pages again.</summary>
    private const double RevisitedPart = 0.25;

    /// <summary>Index pages of one probe below the upper levels.</summary>
    public static double Leaves(double rows) => 1 + (rows / EntriesPerLeaf);

    /// <summary>
    /// At most one page for each visit, and at most the relation with its index where the catalog tells their sizes, or
    /// another operator of the plan reads the relation whole. A plan does not print a relation's size otherwise; then
    /// only a charge far below the visits shows that the planner expects the same few pages (costsize.c,
    /// index_pages_fetched), and the charge is taken.
    /// </summary>
    public static double Distinct(
        ServerNode node,
        double executions,
        double perProbe,
        PostgresCostModel model,
        RelationSizes sizes
    )
    {
        var visits = executions * perProbe;
        return sizes.PagesWithIndex(node) is double pages
            ? Math.Min(visits, Math.Max(1, pages))
            : Charged(node, visits, executions, model);
    }

    private static double Charged(ServerNode node, double visits, double executions, PostgresCostModel model)
    {
        var rows = node.PlanRows ?? 0;
        var planned = Leaves(rows) + (node.Type == "Index Only Scan" ? 0 : rows);
        var paid = Math.Max(0, node.RunCost - (rows * (model.Tuple + model.IndexTuple))) / model.RandomPage;
        return paid < RevisitedPart * planned
            ? Math.Clamp(Math.Ceiling(executions * paid), 1, Math.Max(1, visits))
            : visits;
    }
}
