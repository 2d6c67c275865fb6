using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>Rows that a writing operator changes; a further index of the same table changes the same rows again and does not count.</summary>
internal static class WrittenRows
{
    public static Quantity Of(ServerOperator node, Flow[] flows, HashSet<string> written)
    {
        if (node.Table is { } table && !written.Add(table))
            return new(0, flows[node.Id].Rows.Provenance);
        var own = flows[node.Id].Rows;
        if (node.Logical != "Insert" || node.Inputs.Count == 0)
            return own;
        return Quantity.Max(own, flows[node.Inputs[0].Id].Rows);
    }
}
