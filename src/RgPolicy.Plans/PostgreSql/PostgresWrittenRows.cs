using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>Rows that a ModifyTable changes: what it counted, else the rows that reach it.</summary>
internal static class PostgresWrittenRows
{
    private static readonly JsonName[] Counters =
    [
        JsonName.TuplesInserted,
        JsonName.TuplesUpdated,
        JsonName.TuplesDeleted,
    ];

    public static Quantity Of(ServerNode node, PostgresFlow flow)
    {
        var counted = Counters.Select(name => node.Json.NumberOf(name)).OfType<double>().ToList();
        if (counted.Count > 0)
            return Quantity.OfRows(counted.Sum() + Merged(node), Provenance.Actual);
        var rows = default(Quantity);
        foreach (var input in node.Children.Where(child => child.Role is not (NodeRole.Once or NodeRole.PerRow)))
            rows += ServerRows.Out(input, flow);
        return node.Children.Count == 0 ? ServerRows.Out(node, flow) : rows;
    }

    /// <summary>ON CONFLICT DO UPDATE changes the rows that were in the way.</summary>
    private static double Merged(ServerNode node) =>
        node.Json.TextOf(JsonName.ConflictResolution) == "UPDATE"
            ? Math.Max(0, node.Json.NumberOf(JsonName.ConflictingTuples) ?? 0)
            : 0;
}
