using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>Rows that a spool keeps in a work table to read them again.</summary>
internal static class SqlServerSpools
{
    public static Structure Of(ServerOperator node, SqlServerFlow[] flows)
    {
        if (node.Is(OperatorFlags.SecondarySpool) || node.Physical == "Row Count Spool" || node.Inputs.Count == 0)
            return default;
        var input = node.Inputs[0];
        var flow = flows[input.Id];
        var rows = node.Physical == "Index Spool" ? flow.Rows : SqlServerStructures.RowsAtATime(input, flow);
        if (!rows.IsKnown)
            return new(StructureKind.Spool, Quantity.Unknown, 0, 0);
        var bytes = rows.Value * Math.Max(1, node.Width);
        return new(StructureKind.Spool, Budget.Cap(bytes, rows, Quantity.Unknown), 0, bytes);
    }
}
