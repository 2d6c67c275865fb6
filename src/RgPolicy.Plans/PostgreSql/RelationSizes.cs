namespace RgPolicy.Plans.PostgreSql;

/// <summary>Pages of the relations that some operator of a plan reads whole.</summary>
internal sealed class RelationSizes
{
    private readonly Dictionary<string, double> _pages = new(StringComparer.Ordinal);

    public static RelationSizes Of(IReadOnlyList<ServerNode> nodes, Flow[] flows, CostModel model)
    {
        var sizes = new RelationSizes();
        foreach (var node in nodes)
        {
            if (node.Type != "Seq Scan" || node.NeverExecuted || NodeNames.Table(node) is not { } table)
                continue;
            var pages = TableScans.Of(node, flows[node.Id], model).Pages.OrZero;
            sizes._pages[table] = Math.Max(pages, sizes._pages.GetValueOrDefault(table));
        }

        return sizes;
    }

    public double? PagesOf(ServerNode node) =>
        NodeNames.Table(node) is { } table && _pages.TryGetValue(table, out var pages) ? pages : null;
}
