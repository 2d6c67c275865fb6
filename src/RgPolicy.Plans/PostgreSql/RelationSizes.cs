using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>What the whole plan tells about its relations; looked up only when an operator asks.</summary>
internal sealed class RelationSizes(ServerNodes nodes, CostModel model)
{
    private Dictionary<string, double>? _pages;
    private HashSet<string>? _ctes;

    /// <summary>Pages of the relation, if some operator reads it whole; else null.</summary>
    public double? PagesOf(ServerNode node) =>
        NodeNames.Table(node) is { } table && (_pages ??= ReadWhole()).TryGetValue(table, out var pages) ? pages : null;

    /// <summary>True from the second scan of a CTE on: its rows are kept once.</summary>
    public bool IsRepeatedCte(ServerNode node) =>
        node.Json.TextOf(JsonName.CTEName) is { } cte && !(_ctes ??= new(StringComparer.Ordinal)).Add(cte);

    private Dictionary<string, double> ReadWhole()
    {
        var found = new Dictionary<string, double>(StringComparer.Ordinal);
        foreach (var node in nodes.All)
        {
            if (node.Type != "Seq Scan" || node.NeverExecuted || NodeNames.Table(node) is not { } table)
                continue;
            var pages = TableScans.Of(node, node.Flow, model).Pages.OrZero;
            found[table] = Math.Max(pages, found.GetValueOrDefault(table));
        }

        return found;
    }
}
