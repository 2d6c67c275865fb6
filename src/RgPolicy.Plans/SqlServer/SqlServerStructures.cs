using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>Randomly accessed memory of an operator.</summary>
internal static class SqlServerStructures
{
    /// <summary>A row in a hash table carries about this much beside its columns.</summary>
    private const double RowOverhead = 24;

    /// <summary>A charge below this part of the visits shows that the optimiser expects the same pages again.</summary>
    private const double ChargedAgain = 0.9;

    /// <summary>A stored row where the plan reads less of it, bytes.</summary>
    private const double AssumedRowBytes = 60;

    public static Structure Of(ServerOperator node, OperatorKind kind, Access access, SqlServerStatement statement)
    {
        if (node.Flow.IsIdle)
            return default;
        var input = node.Inputs.Count > 0 ? node.Inputs[0] : null;
        return kind switch
        {
            OperatorKind.HashJoin when input is { Physical: not "Batch Hash Table Build" } => HashTable(
                node,
                input,
                statement
            ),
            OperatorKind.HashBuild when input is not null => HashTable(node, input, statement),
            OperatorKind.HashAggregate => Table(node, RowsAtATime(node), node.Width, 1, statement),
            OperatorKind.Sort when input is not null => Sort(node, input, statement),
            OperatorKind.Spool when input is not null => Spool(node, input),
            OperatorKind.IndexRange or OperatorKind.PointAccess or OperatorKind.TableScan => Pages(node, kind, access),
            OperatorKind.Other when node.Physical == "Bitmap" => Bitmap(node.Flow.Rows),
            _ => default,
        };
    }

    /// <summary>Rows that exist at the same time in something that each execution builds anew.</summary>
    private static Quantity RowsAtATime(ServerOperator node)
    {
        var flow = node.Flow;
        return flow is { Rows.IsKnown: true, Executions.IsKnown: true, IsRepeated: true }
            ? flow.Rows with
            {
                Value = flow.Rows.Value / Math.Max(1, flow.Executions.Value / node.Threads),
            }
            : flow.Rows;
    }

    private static Structure HashTable(ServerOperator node, ServerOperator build, SqlServerStatement statement) =>
        Table(node, RowsAtATime(build), build.Width, Copies(node, build, statement), statement);

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
        var bytes = Cap(table * copies, rows, statement.Budget(node));
        return new(StructureKind.HashTable, bytes, table * copies, table);
    }

    /// <summary>
    /// Whole hash tables that exist together. Below a broadcast each thread builds its own in row mode;
    /// measured rows count the copies already. Repartitioned rows, and batch mode, make one.
    /// </summary>
    private static double Copies(ServerOperator join, ServerOperator build, SqlServerStatement statement)
    {
        if (!join.Is(OperatorFlags.Parallel) || join.Is(OperatorFlags.Batch) || build.Counters.Exist)
            return 1;
        var node = build;
        while (node.Physical != "Parallelism" && node.Inputs.Count == 1)
            node = node.Inputs[0];
        return node.Partitioning == "Broadcast" ? statement.Threads : 1;
    }

    private static Structure Sort(ServerOperator node, ServerOperator input, SqlServerStatement statement)
    {
        var rows = RowsAtATime(input);
        if (!rows.IsKnown)
            return new(StructureKind.Sort, Quantity.Unknown, 0, 0);
        var kept = node.TopRows > 0 ? Math.Min(rows.Value, node.TopRows) : rows.Value;
        var bytes = kept * Math.Max(1, input.Width);
        var budget = statement.Budget(node);
        var used = node.Counters.UsedMemoryKilobytes > 0 ? budget : Cap(bytes, rows, budget);
        return new(StructureKind.Sort, used, bytes, bytes);
    }

    /// <summary>Rows that a spool keeps in a work table to read them again.</summary>
    private static Structure Spool(ServerOperator node, ServerOperator input)
    {
        if (node.Is(OperatorFlags.SecondarySpool) || node.Physical == "Row Count Spool")
            return default;
        var rows = node.Physical == "Index Spool" ? input.Flow.Rows : RowsAtATime(input);
        if (!rows.IsKnown)
            return new(StructureKind.Spool, Quantity.Unknown, 0, 0);
        var bytes = rows.Value * Math.Max(1, node.Width);
        return new(StructureKind.Spool, Cap(bytes, rows, Quantity.Unknown), 0, bytes);
    }

    /// <summary>One byte for each row that went in.</summary>
    private static Structure Bitmap(Quantity rows) =>
        rows.IsKnown
            ? new(StructureKind.Bitmap, new(rows.Value, Provenance.Inferred), rows.Value, rows.Value)
            : new(StructureKind.Bitmap, Quantity.Unknown, 0, 0);

    private static Quantity Cap(double bytes, Quantity basis, Quantity budget)
    {
        if (!basis.IsKnown)
            return Quantity.Unknown;
        return budget.IsKnown && bytes > budget.Value
            ? budget
            : new(
                bytes,
                basis.Provenance == Provenance.Estimate
                    ? Provenance.Estimate
                    : Quantity.Worse(basis.Provenance, Provenance.Inferred)
            );
    }

    /// <summary>Pages that the inner side of nested loops visits.</summary>
    private static Structure Pages(ServerOperator node, OperatorKind kind, Access access)
    {
        var executions = node.Flow.Executions;
        if (!node.Flow.IsRepeated || !executions.IsKnown || executions.Value <= node.Threads)
            return default;
        var isScan = kind == OperatorKind.TableScan;
        var visits = executions.Value * (isScan ? access.Pages.OrZero : access.PagesPerProbe);
        var relation = isScan ? access.Pages.OrZero : RelationPages(node, visits);
        var upper = isScan ? 0 : Math.Min(executions.Value, Math.Ceiling(relation * InnerPages.UpperLevels));
        return InnerPages.Of(visits, Math.Min(visits, relation), upper, SqlServerCostModel.PageBytes);
    }

    /// <summary>
    /// Pages of the relation: what its rows fill, and what look-ups are charged for where the charge
    /// shows that pages repeat.
    /// </summary>
    private static double RelationPages(ServerOperator node, double visits)
    {
        var filled =
            node.TableCardinality > 0
                ? Math.Ceiling(SqlServerCostModel.PagesOf(node.TableCardinality, Math.Max(node.Width, AssumedRowBytes)))
                : double.NaN;
        var executions = node.EstimatedExecutions;
        var charged = Math.Ceiling(SqlServerCostModel.DistinctPages(node.SubtreeCost, node.Cpu, executions));
        var repeats = charged > 0 && charged < ChargedAgain * executions;
        if (double.IsNaN(filled))
            return repeats ? charged : visits;
        return Math.Max(1, repeats && !node.Counters.Exist ? Math.Min(filled, Math.Max(1, charged)) : filled);
    }
}
