using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>
/// Rows that writing operators change. A further index of a table changes the same rows again, perhaps each as a
/// deletion and an insertion: of a table's operators only one counts, the one that changes the table itself.
/// </summary>
internal sealed class SqlServerWrittenRows(SqlServerStatement statement, SqlServerFlow[] flows)
{
    private Dictionary<string, ServerOperator>? _counted;

    /// <summary>Rows of a writing operator; 0 where another one counts.</summary>
    public Quantity Of(ServerOperator node)
    {
        if (node.Table is { } table && (_counted ??= Choose())[table] != node)
            return new(0, flows[node.Id].Rows.Provenance);
        var own = flows[node.Id].Rows;
        if (node.Logical != "Insert" || node.Inputs.Count == 0)
            return own;
        return Quantity.Max(own, flows[node.Inputs[0].Id].Rows);
    }

    private Dictionary<string, ServerOperator> Choose()
    {
        var chosen = new Dictionary<string, ServerOperator>(StringComparer.Ordinal);
        foreach (var node in statement.Operators)
        {
            if (node.Kind != OperatorKind.Write || node.Table is not { } table)
                continue;
            if (!chosen.TryGetValue(table, out var other) || (IsFurtherIndex(other) && !IsFurtherIndex(node)))
                chosen[table] = node;
        }

        return chosen;
    }

    private static bool IsFurtherIndex(ServerOperator node) =>
        node.Physical.StartsWith("Index ", StringComparison.Ordinal);
}
