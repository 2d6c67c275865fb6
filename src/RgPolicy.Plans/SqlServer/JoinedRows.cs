using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>
/// Nested loops without a condition of their own deliver every row of their inner side. Some servers print for a look-up the rows of all its
/// executions as those of one; then what the join delivers tells.
/// </summary>
internal static class JoinedRows
{
    /// <summary>Estimates that differ less are rounded differently, not contradictory.</summary>
    private const double Contradiction = 2;

    /// <summary>Corrects the estimate of an inner side; operators above it are right already.</summary>
    public static void Reconcile(ServerOperator node)
    {
        if (node is not { Place: 1, Counters.Exist: false, Parent: { Kind: OperatorKind.NestedLoops, Counters.Exist: false } join })
            return;
        if (join.Logical is not ("Inner Join" or "Left Outer Join") || join.Is(OperatorFlags.Predicate))
            return;
        var executions = Executions(node);
        var joined = join.EstimateRows * Executions(join);
        if (node.EstimateRows * executions > Math.Max(1, joined) * Contradiction)
            node.EstimateRows = joined / executions;
    }

    private static double Executions(ServerOperator node) => 1 + node.Rebinds + node.Rewinds;
}
