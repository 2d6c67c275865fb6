using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>A statement's operators to the neutral tree, with every operator's own figures.</summary>
internal static class PostgresNeutralTree
{
    /// <summary>The tree, to be disposed of by the caller.</summary>
    public static PlanTree Build(
        ServerNodes servers,
        JsonValue? settings,
        StatementKind kind,
        PlanReaderOptions options
    )
    {
        var tree = PlanTree.Take();
        tree.Kind = kind;
        tree.Basis = servers.AreMeasured ? Provenance.Actual : Provenance.Estimate;
        tree.Dop = Dop(servers.All, tree.Basis);
        if (servers.All[0].TotalCost is double cost)
            tree.Cost = new(cost, Provenance.Estimate);
        PostgresFlowPass.Over(servers.All);
        var model = PostgresCostModel.From(settings);
        var sizes = new RelationSizes(servers, model, options.Relations);
        foreach (var server in servers.All)
            Add(server, model, sizes, tree);
        return tree;
    }

    private static void Add(ServerNode server, PostgresCostModel model, RelationSizes sizes, PlanTree tree)
    {
        var kind = NodeKinds.Of(server);
        var access = AccessOf(server, kind, model, sizes);
        if (kind == OperatorKind.IndexRange && IndexAccess.IsPoint(server, access, server.Executions))
            kind = OperatorKind.PointAccess;
        var parent = server.Parent is { } above ? tree.Nodes[above.Id] : null;
        var node = tree.Add(NodeNames.Of(server), kind, parent, server.Role, NodeNames.Table(server));
        node.Rows = server.RowsOut(server.Flow);
        node.Executions = server.Executions;
        node.RowsRead = access.RowsRead;
        node.RowsWritten = kind == OperatorKind.Write ? PostgresWrittenRows.Of(server) : default;
        node.StreamedBytes = kind == OperatorKind.PointAccess ? default : access.StreamedBytes;
        node.Pages = access.Pages;
        node.Processes = server.Flow.Processes;
        node.Structure = sizes.IsRepeatedCte(server) ? default : PostgresStructures.Of(server, kind, access, model);
    }

    private static Access AccessOf(ServerNode node, OperatorKind kind, PostgresCostModel model, RelationSizes sizes) =>
        kind switch
        {
            OperatorKind.TableScan => new TableScan(node, model, sizes).Read(),
            OperatorKind.IndexRange or OperatorKind.PointAccess => new IndexAccess(node, model, sizes).Read(),
            OperatorKind.RemoteScan => Remote(node),
            _ => Access.None,
        };

    /// <summary>Another system reads; what arrives here is a lower bound.</summary>
    private static Access Remote(ServerNode node)
    {
        var rows = node.RowsOut(node.Flow);
        var bytes = rows.IsKnown ? new Quantity(rows.Value * node.Width, Provenance.Inferred) : Quantity.Unknown;
        return new(rows, bytes, Quantity.Unknown, 0);
    }

    private static Quantity Dop(ReadOnlySpan<ServerNode> nodes, Provenance basis)
    {
        var workers = 0.0;
        foreach (var node in nodes)
        {
            if (node.Type is "Gather" or "Gather Merge")
                workers = Math.Max(workers, PostgresFlowPass.Workers(node));
        }

        return new(1 + workers, basis);
    }
}

/// <summary>Rows that a ModifyTable changes: what it counted, else the rows that reach it.</summary>
internal static class PostgresWrittenRows
{
    private static readonly string[] Counters = ["Tuples Inserted", "Tuples Updated", "Tuples Deleted"];

    public static Quantity Of(ServerNode node)
    {
        var counted = Counters.Select(name => node.Json.NumberOf(name)).OfType<double>().ToList();
        if (counted.Count > 0)
            return Quantity.OfRows(counted.Sum() + Merged(node), Provenance.Actual);
        var rows = default(Quantity);
        foreach (var input in node.Children.Where(child => child.Role is not (NodeRole.Once or NodeRole.PerRow)))
            rows += input.RowsOut(node.Flow);
        return node.Children.Count == 0 ? node.RowsOut(node.Flow) : rows;
    }

    /// <summary>ON CONFLICT DO UPDATE changes the rows that were in the way.</summary>
    private static double Merged(ServerNode node) =>
        node.Json.TextOf("Conflict Resolution") == "UPDATE"
            ? Math.Max(0, node.Json.NumberOf("Conflicting Tuples") ?? 0)
            : 0;
}
