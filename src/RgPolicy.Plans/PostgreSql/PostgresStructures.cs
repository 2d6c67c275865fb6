using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>Randomly accessed memory of an operator.</summary>
internal static class PostgresStructures
{
    private const double KibiByte = 1024;

    public static Structure Of(
        ServerNode node,
        OperatorKind kind,
        PostgresFlow flow,
        Access access,
        PostgresCostModel model
    )
    {
        if (node.NeverExecuted)
            return default;
        if (node.Role == NodeRole.PerRow && node.Parent is { } parent && SubPlans.IsHashed(parent, node))
            return HashTable(node, flow, model, HashTables.Bytes);
        return kind switch
        {
            OperatorKind.HashBuild => HashTable(node, flow, model, HashTables.Bytes),
            OperatorKind.HashAggregate => HashTable(
                node,
                flow,
                model,
                (each, rows, _) => AggregateTables.Bytes(each, rows)
            ),
            OperatorKind.AnswerCache => AnswerCaches.Of(node, flow, model),
            OperatorKind.Sort => Sorts.Of(node, flow, model),
            OperatorKind.Spool => PostgresSpools.Of(node, flow, model),
            OperatorKind.IndexRange or OperatorKind.PointAccess or OperatorKind.TableScan => PostgresInnerPages.Of(
                node,
                kind,
                flow,
                access
            ) ?? Bitmaps.Of(node, flow, access, model),
            _ => default,
        };
    }

    private static Structure HashTable(
        ServerNode node,
        PostgresFlow flow,
        PostgresCostModel model,
        Func<ServerNode, double, PostgresCostModel, double> bytesOf
    )
    {
        if (HashTables.Rows(node, flow) is not double rows || rows > 1e12)
            return new(StructureKind.HashTable, Quantity.Unknown, 0, 0);
        var table = bytesOf(node, rows, model);
        if (Measured(node, JsonName.PeakMemoryUsage) is not double peak)
            return HashTables.Estimated(node, table, flow, model);
        var bytes =
            node.Type == "Hash"
                ? peak * HashTables.Copies(node, flow)
                : HashTables.SumOverWorkers(node, JsonName.PeakMemoryUsage, peak, flow.Processes);
        var wanted = table * HashTables.WholeCopies(node, flow);
        return new(StructureKind.HashTable, new(bytes, Provenance.Actual), wanted, table);
    }

    /// <summary>A figure in kibibytes that the server measured, as bytes; null without.</summary>
    public static double? Measured(ServerNode node, JsonName name) =>
        node.Json.NumberOf(name) is double value and >= 0 ? value * KibiByte : null;
}
