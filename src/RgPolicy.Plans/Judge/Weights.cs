namespace RgPolicy.Plans.Judge;

/// <summary>The weighted work of each operator: what decides between scan, join, aggregation and sort.</summary>
internal static class Weights
{
    /// <summary>Above this a build or inner side no longer lives in the private caches.</summary>
    private const double LargeSideBytes = 1024 * 1024;

    private const double HashAggregatePerRow = 3;
    private const double LargeJoinPerRow = 4;
    private const double SortDivisor = 5;

    private static double Of(PlanNode node, bool isRepeated, LoopSides? sides) => node.Kind switch
    {
        OperatorKind.TableScan or OperatorKind.IndexRange or OperatorKind.RemoteScan => node.RowsRead.OrZero,
        OperatorKind.PointAccess => isRepeated ? 0 : node.RowsRead.OrZero,
        OperatorKind.HashAggregate => HashAggregatePerRow * node.InputRows().OrZero,
        OperatorKind.SortedAggregate => node.InputRows().OrZero,
        OperatorKind.HashJoin => OfHashJoin(node),
        OperatorKind.MergeJoin => node.InputRows().OrZero,
        OperatorKind.NestedLoops => OfNestedLoops(node, sides),
        OperatorKind.Sort => OfSort(node),
        _ => 0,
    };

    private static double OfHashJoin(PlanNode node)
    {
        var build = Math.Max(node.Structure.SideBytes, node.Input(NodeRole.Inner)?.Structure.SideBytes ?? 0);
        return PerJoinedRow(build) * node.InputRows().OrZero;
    }

    private static double OfNestedLoops(PlanNode node, LoopSides? sides)
    {
        if (sides is null)
            return 0;
        var outer = node.Input(NodeRole.Outer)?.Rows.OrZero ?? 0;
        return PerJoinedRow(sides.Bytes(node)) * (outer + sides.Rows(node));
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

    /// <summary>Of every operator; a look-up for each row of another operator is that operator's work.</summary>
    public static double[] Of(PlanTree tree)
    {
        var weights = new double[tree.Nodes.Length];
        var sides = LoopSides.Of(tree);
        var repeated = new bool[tree.Nodes.Length];
        foreach (var node in tree.Nodes)
        {
            repeated[node.Id] = node.Parent is int parent
                && (repeated[parent] || (node.Role == NodeRole.Inner && tree.Nodes[parent].Kind == OperatorKind.NestedLoops));
            weights[node.Id] = Of(node, repeated[node.Id], sides);
        }

        return weights;
    }
}
