using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>Randomly accessed memory of an operator.</summary>
internal static class SqlServerStructures
{
    /// <summary>A row in a hash table carries about this much beside its columns.</summary>
    private const double RowOverhead = 24;

    public static Structure Of(
        ServerOperator node,
        OperatorKind kind,
        SqlServerFlow[] flows,
        Access access,
        SqlServerStatement statement
    )
    {
        var flow = flows[node.Id];
        if (flow.IsIdle)
            return default;
        return kind switch
        {
            OperatorKind.HashJoin => HashJoin(node, flows, statement),
            OperatorKind.HashBuild when node.Inputs.Count > 0 => HashTable(node, node.Inputs[0], flows, statement),
            OperatorKind.HashAggregate => HashAggregate(node, flow, statement),
            OperatorKind.Sort when node.Inputs.Count > 0 => Sort(node, flows, statement),
            OperatorKind.Spool => SqlServerSpools.Of(node, flows),
            OperatorKind.IndexRange or OperatorKind.PointAccess or OperatorKind.TableScan => SqlServerInnerPages.Of(
                node,
                kind,
                flow,
                access
            ),
            OperatorKind.Other when node.Physical == "Bitmap" => Bitmap(flow),
            _ => default,
        };
    }

    /// <summary>Rows that exist at the same time in something that each execution builds anew.</summary>
    public static Quantity RowsAtATime(ServerOperator node, SqlServerFlow flow)
    {
        if (!flow.Rows.IsKnown || !flow.Executions.IsKnown || !flow.IsRepeated)
            return flow.Rows;
        var threads = node.Counters.Exist ? Math.Max(1, node.Counters.Threads) : 1;
        return flow.Rows with { Value = flow.Rows.Value / Math.Max(1, flow.Executions.Value / threads) };
    }

    private static Structure HashJoin(ServerOperator node, SqlServerFlow[] flows, SqlServerStatement statement)
    {
        if (node.Inputs.Count == 0 || node.Inputs[0].Physical == "Batch Hash Table Build")
            return default;
        return HashTable(node, node.Inputs[0], flows, statement);
    }

    private static Structure HashTable(
        ServerOperator node,
        ServerOperator build,
        SqlServerFlow[] flows,
        SqlServerStatement statement
    )
    {
        var rows = RowsAtATime(build, flows[build.Id]);
        var copies = Exchanges.Copies(node, build, statement);
        return Table(node, rows, build.Width, copies, statement);
    }

    private static Structure HashAggregate(ServerOperator node, SqlServerFlow flow, SqlServerStatement statement) =>
        Table(node, RowsAtATime(node, flow), node.Width, 1, statement);

    private static Structure Table(
        ServerOperator node,
        Quantity rows,
        double width,
        double copies,
        SqlServerStatement statement
    )
    {
        if (!rows.IsKnown)
            return new(StructureKind.HashTable, Quantity.Unknown, 0, 0);
        var table = rows.Value * (width + RowOverhead);
        var bytes = Budget.Cap(table * copies, rows, Budget.Of(node, statement));
        return new(StructureKind.HashTable, bytes, table * copies, table);
    }

    private static Structure Sort(ServerOperator node, SqlServerFlow[] flows, SqlServerStatement statement)
    {
        var input = node.Inputs[0];
        var rows = RowsAtATime(input, flows[input.Id]);
        if (!rows.IsKnown)
            return new(StructureKind.Sort, Quantity.Unknown, 0, 0);
        var kept = node.TopRows > 0 ? Math.Min(rows.Value, node.TopRows) : rows.Value;
        var bytes = kept * Math.Max(1, input.Width);
        var budget = Budget.Of(node, statement);
        var used = node.Counters.UsedMemoryKilobytes > 0 ? budget : Budget.Cap(bytes, rows, budget);
        return new(StructureKind.Sort, used, bytes, bytes);
    }

    /// <summary>One byte for each row that went in.</summary>
    private static Structure Bitmap(SqlServerFlow flow) =>
        flow.Rows.IsKnown
            ? new(StructureKind.Bitmap, new(flow.Rows.Value, Provenance.Inferred), flow.Rows.Value, flow.Rows.Value)
            : new(StructureKind.Bitmap, Quantity.Unknown, 0, 0);
}

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
