using System.Collections.Immutable;
using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>A statement's JSON to the neutral tree, with every operator's own figures.</summary>
internal static class NeutralTree
{
    public static PlanTree Build(List<ServerNode> servers, JsonValue? settings, StatementKind kind)
    {
        var model = CostModel.From(settings);
        var flows = FlowPass.Over(servers);
        var sizes = RelationSizes.Of(servers, flows, model);
        var seenCtes = new HashSet<string>(StringComparer.Ordinal);
        var nodes = servers.Select(node => Node(node, flows[node.Id], model, sizes, seenCtes)).ToImmutableArray();
        foreach (var node in nodes)
        {
            if (node.Parent is int parent)
                nodes[parent].Append(node);
        }

        return new()
        {
            Nodes = nodes,
            Kind = kind,
            Basis = servers.Exists(node => node.HasActuals) ? Provenance.Actual : Provenance.Estimate,
            Cost = servers[0].TotalCost is double cost ? new(cost, Provenance.Estimate) : Quantity.Unknown,
            Dop = Dop(servers),
        };
    }

    private static PlanNode Node(
        ServerNode node, Flow flow, CostModel model, RelationSizes sizes, HashSet<string> seenCtes)
    {
        var kind = NodeKinds.Of(node);
        var access = AccessOf(node, kind, flow, model, sizes);
        var executions = ServerRows.Executions(node, flow);
        if (kind == OperatorKind.IndexRange && IndexAccess.IsPoint(node, access, executions, flow))
            kind = OperatorKind.PointAccess;
        var isRepeatedCte = node.Json.TextOf("CTE Name") is { } cte && !seenCtes.Add(cte);
        return new()
        {
            Id = node.Id,
            Parent = node.Parent?.Id,
            Name = NodeNames.Of(node),
            Kind = kind,
            Role = node.Role,
            Table = NodeNames.Table(node),
            Rows = ServerRows.Out(node, flow),
            Executions = executions,
            RowsRead = access.RowsRead,
            RowsWritten = kind == OperatorKind.Write ? WrittenRows.Of(node, flow) : default,
            StreamedBytes = kind == OperatorKind.PointAccess ? default : access.StreamedBytes,
            Pages = access.Pages,
            Processes = flow.Processes,
            Structure = isRepeatedCte ? default : Structures.Of(node, kind, flow, access, model),
        };
    }

    private static Access AccessOf(
        ServerNode node, OperatorKind kind, Flow flow, CostModel model, RelationSizes sizes) => kind switch
    {
        OperatorKind.TableScan => TableScans.Of(node, flow, model),
        OperatorKind.IndexRange or OperatorKind.PointAccess => IndexAccess.Of(node, flow, model, sizes),
        OperatorKind.RemoteScan => Remote(node, flow),
        _ => Access.None,
    };

    /// <summary>Another system reads; what arrives here is a lower bound.</summary>
    private static Access Remote(ServerNode node, Flow flow)
    {
        var rows = ServerRows.Out(node, flow);
        var bytes = rows.IsKnown ? new Quantity(rows.Value * node.Width, Provenance.Inferred) : Quantity.Unknown;
        return new(rows, bytes, Quantity.Unknown, 0);
    }

    private static Quantity Dop(List<ServerNode> nodes)
    {
        var gathers = nodes.Where(node => node.Type is "Gather" or "Gather Merge").ToList();
        var basis = nodes.Exists(node => node.HasActuals) ? Provenance.Actual : Provenance.Estimate;
        return gathers.Count == 0 ? new(1, basis) : new(1 + gathers.Max(FlowPass.Workers), basis);
    }
}
