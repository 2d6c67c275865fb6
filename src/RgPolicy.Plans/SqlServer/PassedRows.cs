namespace RgPolicy.Plans.SqlServer;

/// <summary>
/// Estimates that contradict the operator above, which passes every row on: of a look-up with a filter some servers
/// print the rows of all its executions as those of one, and inside a recursion those of all levels for each. What the
/// operator above delivers tells.
/// </summary>
internal static class PassedRows
{
    /// <summary>Estimates that differ less are rounded differently, not contradictory.</summary>
    private const double Contradiction = 2;

    /// <summary>Corrects the estimate of an operator; those above it are right already.</summary>
    public static void Reconcile(ServerOperator node)
    {
        if (
            node is not { Counters.Exist: false, Parent: { Counters.Exist: false } parent }
            || !PassesAllRows(parent, node.Place)
        )
            return;
        var executions = Executions(node);
        var delivered = parent.EstimateRows * Executions(parent);
        if (node.EstimateRows * executions > Math.Max(1, delivered) * Contradiction)
            node.EstimateRows = delivered / executions;
    }

    private static bool PassesAllRows(ServerOperator parent, int place) =>
        parent.Physical switch
        {
            "Nested Loops" => place == 1
                && (parent.Logical is "Inner Join" or "Left Outer Join")
                && !parent.Is(OperatorFlags.Predicate),
            "Compute Scalar" or "Concatenation" or "Assert" => true,
            _ => false,
        };

    private static double Executions(ServerOperator node) => 1 + node.Rebinds + node.Rewinds;
}
