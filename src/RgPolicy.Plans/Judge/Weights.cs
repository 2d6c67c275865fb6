namespace RgPolicy.Plans.Judge;

/// <summary>The weighted work of each operator: what decides between scan, join, aggregation and sort.</summary>
internal static class Weights
{
    /// <summary>Above this a build or inner side no longer lives in the private caches.</summary>
    public const double LargeSideBytes = 1024 * 1024;

    private const double HashAggregatePerRow = 3;
    private const double LargeJoinPerRow = 4;
    private const double SortDivisor = 5;

    private static double Of(PlanNode node) =>
        node.Kind switch
        {
            OperatorKind.TableScan or OperatorKind.IndexRange or OperatorKind.RemoteScan => node.RowsRead.OrZero,
            OperatorKind.PointAccess => node.IsRepeated ? 0 : node.RowsRead.OrZero,
            OperatorKind.HashAggregate => HashAggregatePerRow * node.InputRows().OrZero,
            OperatorKind.SortedAggregate => node.InputRows().OrZero,
            OperatorKind.HashJoin => OfHashJoin(node),
            OperatorKind.MergeJoin => node.InputRows().OrZero,
            OperatorKind.NestedLoops => OfNestedLoops(node),
            OperatorKind.Sort => OfSort(node),
            _ => 0,
        };

    /// <summary>One whole copy of what an operator accesses at random, bytes: its hash table, its sorted rows, the
    /// repeated side of nested loops.</summary>
    public static double SideBytes(PlanNode node) =>
        node.Kind switch
        {
            OperatorKind.HashJoin => Math.Max(
                node.Structure.SideBytes,
                node.Input(NodeRole.Inner)?.Structure.SideBytes ?? 0
            ),
            OperatorKind.NestedLoops => LoopSides.Bytes(node),
            _ => node.Structure.SideBytes,
        };

    private static double OfHashJoin(PlanNode node) => PerJoinedRow(SideBytes(node)) * node.InputRows().OrZero;

    private static double OfNestedLoops(PlanNode node)
    {
        var outer = node.Input(NodeRole.Outer)?.Rows.OrZero ?? 0;
        return PerJoinedRow(SideBytes(node)) * (outer + LoopSides.Rows(node));
    }

    private static double PerJoinedRow(double sideBytes) => sideBytes > LargeSideBytes ? LargeJoinPerRow : 1;

    /// <summary>log2 of the rows that one process sorts at a time, for all rows.</summary>
    private static double OfSort(PlanNode node)
    {
        var rows = node.InputRows().OrZero;
        var runs = Math.Max(node.Processes, node.Executions.OrZero);
        var perRun = rows / Math.Max(1, runs);
        return perRun > 1 ? rows * Math.Log2(perRun) / SortDivisor : 0;
    }

    /// <summary>Sets them; a look-up for each row of another operator is that operator's work.</summary>
    public static void Set(PlanTree tree)
    {
        LoopSides.Find(tree);
        foreach (var node in tree.Nodes)
            node.Weight = Of(node);
    }
}
