namespace RgPolicy.Plans.PostgreSql;

/// <summary>
/// What is known of a plan's relations: by the server's catalog where it was asked, else by what the whole plan tells,
/// which is looked up only when an operator asks.
/// </summary>
internal sealed class RelationSizes(
    ServerNodes nodes,
    PostgresCostModel model,
    IReadOnlyDictionary<string, RelationFigures>? catalog
)
{
    /// <summary>Pages of an index beside the pages of its relation, where nothing tells them.</summary>
    private const double IndexPart = 0.3;

    private Dictionary<string, double>? _pages;
    private HashSet<string>? _ctes;

    /// <summary>What the catalog says of the table that an operator reads, or null.</summary>
    public RelationFigures? TableOf(ServerNode node) => Find(node, "Relation Name");

    /// <summary>What the catalog says of the index that an operator goes by, or null.</summary>
    public RelationFigures? IndexOf(ServerNode node) => Find(node, "Index Name");

    /// <summary>What the statistics say of the keys that a look-up of a loop goes by, or null.</summary>
    public LoopKeys? KeysOf(ServerNode node)
    {
        if (
            TableOf(node) is not { Columns: { } columns }
            || node.Json.TextOf("Index Cond") is not { } condition
            || LookupColumns.Of(condition) is not { } names
            || !columns.TryGetValue(names.Column, out var looked)
        )
            return null;
        foreach (var other in nodes.All)
        {
            if (other.Json.TextOf("Alias") == names.Alias && TableOf(other) is { Rows: { } rows, Columns: { } sources })
                return sources.TryGetValue(names.Source, out var source) ? new(looked, source, rows) : null;
        }

        return null;
    }

    /// <summary>Pages of the relation and of the index that leads there; null unless the catalog tells, or some
    /// operator reads the relation whole.</summary>
    public double? PagesWithIndex(ServerNode node)
    {
        if (node.Type == "Index Only Scan" && Find(node, "Index Name") is { } own)
            return own.Pages;
        if (TableOf(node) is { } table)
            return Math.Ceiling(table.Pages + (Find(node, "Index Name")?.Pages ?? (table.Pages * IndexPart)));
        return NodeNames.Table(node) is { } name && (_pages ??= ReadWhole()).TryGetValue(name, out var pages)
            ? Math.Ceiling(pages * (1 + IndexPart))
            : null;
    }

    /// <summary>True from the second scan of a CTE on: its rows are kept once.</summary>
    public bool IsRepeatedCte(ServerNode node) =>
        node.Json.TextOf("CTE Name") is { } cte && !(_ctes ??= new(StringComparer.Ordinal)).Add(cte);

    private RelationFigures? Find(ServerNode node, string name) =>
        catalog is not null && node.Json.TextOf(name) is { } relation && catalog.TryGetValue(relation, out var figures)
            ? figures
            : null;

    private Dictionary<string, double> ReadWhole()
    {
        var found = new Dictionary<string, double>(StringComparer.Ordinal);
        foreach (var node in nodes.All)
        {
            if (node.Type != "Seq Scan" || node.NeverExecuted || NodeNames.Table(node) is not { } table)
                continue;
            var pages = new TableScan(node, model, this).Read().Pages.OrZero;
            found[table] = Math.Max(pages, found.GetValueOrDefault(table));
        }

        return found;
    }
}
