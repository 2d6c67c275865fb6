using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>How often an operator runs and what it delivers, over the whole statement.</summary>
/// <param name="Rows">Rows out.</param>
/// <param name="Executions">Executions; the threads of one parallel pass count one each.</param>
/// <param name="IsRepeated">True below the inner side of nested loops.</param>
/// <param name="IsIdle">True where it did not run, or belongs to the unused side of an adaptive join.</param>
internal readonly record struct SqlServerFlow(Quantity Rows, Quantity Executions, bool IsRepeated, bool IsIdle);

/// <summary>
/// Rows and executions: measured where the operator was, else rows per execution x (1 + rebinds +
/// rewinds). Operators that are never measured, such as Compute Scalar, take over what their input delivered.
/// </summary>
internal static class SqlServerFlowPass
{
    /// <summary>Estimates that differ less are rounded differently, not contradictory.</summary>
    private const double Contradiction = 2;

    /// <summary>Sets the flow of every operator.</summary>
    public static void Over(List<ServerOperator> operators, bool isMeasured)
    {
        foreach (var node in operators)
            node.Flow = Down(node);
        for (var i = operators.Count - 1; i >= 0; i--)
            operators[i].Flow = Up(operators[i], isMeasured);
    }

    private static SqlServerFlow Down(ServerOperator node)
    {
        if (node.Parent is not { } parent)
            return default;
        Reconcile(node, parent);
        var above = parent.Flow;
        return above with
        {
            IsRepeated = above.IsRepeated || (node.Place > 0 && parent.Kind == OperatorKind.NestedLoops),
            IsIdle = above.IsIdle || AdaptiveJoins.IsUnused(parent, node.Place),
        };
    }

    private static SqlServerFlow Up(ServerOperator node, bool isMeasured)
    {
        var (flow, counters) = (node.Flow, node.Counters);
        if (flow.IsIdle)
        {
            var nothing = new Quantity(0, isMeasured ? Provenance.Actual : Provenance.Estimate);
            return flow with { Rows = nothing, Executions = nothing };
        }

        if (counters.Exist && !double.IsNaN(counters.Executions))
            return flow with
            {
                Rows = Quantity.OfRows(double.IsNaN(counters.Rows) ? 0 : counters.Rows, Provenance.Actual),
                Executions = Quantity.OfRows(counters.Executions, Provenance.Actual),
                IsIdle = counters.Executions <= 0,
            };
        if (isMeasured && node.Inputs.Count > 0)
            return flow with { Rows = node.Inputs[^1].Flow.Rows, Executions = node.Inputs[0].Flow.Executions };
        return flow with
        {
            Rows = Quantity.OfRows(node.EstimateRows * node.EstimatedExecutions, Provenance.Estimate),
            Executions = Quantity.OfRows(node.EstimatedExecutions, Provenance.Estimate),
        };
    }

    /// <summary>
    /// Corrects an estimate that contradicts the operator above, which passes every row on and is right already: of a
    /// look-up with a filter some servers print the rows of all its executions as those of one, and inside a recursion
    /// those of all levels for each.
    /// </summary>
    private static void Reconcile(ServerOperator node, ServerOperator parent)
    {
        if (node.Counters.Exist || parent.Counters.Exist || !PassesAllRows(parent, node.Place))
            return;
        var delivered = parent.EstimateRows * parent.EstimatedExecutions;
        if (node.EstimateRows * node.EstimatedExecutions > Math.Max(1, delivered) * Contradiction)
            node.EstimateRows = delivered / node.EstimatedExecutions;
    }

    private static bool PassesAllRows(ServerOperator parent, int place) =>
        parent.Physical switch
        {
            "Nested Loops" => place == 1
                && parent.Logical is "Inner Join" or "Left Outer Join"
                && !parent.Is(OperatorFlags.Predicate),
            "Compute Scalar" or "Concatenation" or "Assert" => true,
            _ => false,
        };
}
