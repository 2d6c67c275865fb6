namespace RgPolicy.Plans.Judge;

/// <summary>The weighted work of each operator: what decides between scan, join, aggregation and sort.</summary>
internal static class Weights
{
    /// <summary>Above this a build or inner side no longer lives in the private caches.</summary>
    private const double LargeSideBytes = 1024 * 1024;

    private const double HashAggregatePerRow = 3;
    private const double LargeJoinPerRow = 4;
    private const double SortDivisor = 5;

    public static double Of(PlanTree tree, PlanNode node) => node.Kind switch
    {
        OperatorKind.TableScan or OperatorKind.IndexRange or OperatorKind.RemoteScan => node.RowsRead.OrZero,
        OperatorKind.PointAccess => IsRepeated(tree, node) ? 0 : node.RowsRead.OrZero,
        OperatorKind.HashAggregate => HashAggregatePerRow * tree.InputRows(node).OrZero,
        OperatorKind.SortedAggregate => tree.InputRows(node).OrZero,
        OperatorKind.HashJoin => OfHashJoin(tree, node),
        OperatorKind.MergeJoin => tree.InputRows(node).OrZero,
        OperatorKind.NestedLoops => OfNestedLoops(tree, node),
        OperatorKind.Sort => OfSort(tree, node),
        _ => 0,
    };

    private static double OfHashJoin(PlanTree tree, PlanNode node)
    {
        var build = Math.Max(node.Structure.SideBytes, tree.Input(node, NodeRole.Inner)?.Structure.SideBytes ?? 0);
        return PerJoinedRow(build) * tree.InputRows(node).OrZero;
    }

    private static double OfNestedLoops(PlanTree tree, PlanNode node)
    {
        var outer = tree.Input(node, NodeRole.Outer)?.Rows.OrZero ?? 0;
        return PerJoinedRow(InnerSide.Bytes(tree, node)) * (outer + FetchedInnerRows(tree, node));
    }

    /// <summary>Rows that the look-ups fetched, also those that a filter then removed.</summary>
    private static double FetchedInnerRows(PlanTree tree, PlanNode node)
    {
        var inner = tree.Input(node, NodeRole.Inner);
        if (inner is null)
            return 0;
        return inner.Kind == OperatorKind.PointAccess ? inner.RowsRead.OrZero : inner.Rows.OrZero;
    }

    private static double PerJoinedRow(double sideBytes) => sideBytes > LargeSideBytes ? LargeJoinPerRow : 1;

    /// <summary>log2 of the rows that one process sorts at a time, for all rows.</summary>
    private static double OfSort(PlanTree tree, PlanNode node)
    {
        var rows = tree.InputRows(node).OrZero;
        var runs = Math.Max(node.Processes, node.Executions.OrZero);
        var perRun = rows / Math.Max(1, runs);
        return perRun > 1 ? rows * Math.Log2(perRun) / SortDivisor : 0;
    }

    /// <summary>A look-up for each row of another operator is that operator's work.</summary>
    private static bool IsRepeated(PlanTree tree, PlanNode node)
    {
        var child = node;
        while (child.Parent is int parent)
        {
            var above = tree.Nodes[parent];
            if (above.Kind == OperatorKind.NestedLoops && child.Role == NodeRole.Inner)
                return true;
            child = above;
        }

        return false;
    }
}
