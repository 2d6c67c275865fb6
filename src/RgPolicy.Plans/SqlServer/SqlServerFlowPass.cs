using System.Buffers;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>
/// Rows and executions: measured where the operator was, else rows per execution x (1 + rebinds +
/// rewinds). Operators that are never measured, such as Compute Scalar, take over what their input delivered.
/// </summary>
internal static class SqlServerFlowPass
{
    /// <summary>By number of operator, in an array that the caller gives back to the shared pool.</summary>
    public static SqlServerFlow[] Over(SqlServerStatement statement, bool isMeasured)
    {
        var flows = ArrayPool<SqlServerFlow>.Shared.Rent(statement.Operators.Count);
        foreach (var node in statement.Operators)
            flows[node.Id] = Down(node, flows);
        for (var i = statement.Operators.Count - 1; i >= 0; i--)
            flows[i] = Up(statement.Operators[i], flows, isMeasured);
        return flows;
    }

    private static SqlServerFlow Down(ServerOperator node, SqlServerFlow[] flows)
    {
        if (node.Parent is not { } parent)
            return default;
        PassedRows.Reconcile(node);
        var above = flows[parent.Id];
        var place = node.Place;
        return above with
        {
            IsRepeated = above.IsRepeated || (place > 0 && parent.Kind == OperatorKind.NestedLoops),
            IsIdle = above.IsIdle || AdaptiveJoins.IsUnused(parent, place),
        };
    }

    private static SqlServerFlow Up(ServerOperator node, SqlServerFlow[] flows, bool isMeasured)
    {
        var flow = flows[node.Id];
        if (flow.IsIdle)
            return Idle(flow, isMeasured);
        if (node.Counters is { Exist: true, Executions: var executions } counters && !double.IsNaN(executions))
            return Measured(flow, counters);
        if (isMeasured && node.Inputs.Count > 0)
            return flow with
            {
                Rows = flows[node.Inputs[^1].Id].Rows,
                Executions = flows[node.Inputs[0].Id].Executions,
            };
        return Estimated(flow, node);
    }

    private static SqlServerFlow Idle(SqlServerFlow flow, bool isMeasured)
    {
        var nothing = new Quantity(0, isMeasured ? Provenance.Actual : Provenance.Estimate);
        return flow with { Rows = nothing, Executions = nothing };
    }

    private static SqlServerFlow Measured(SqlServerFlow flow, Counters counters) =>
        flow with
        {
            Rows = Quantity.OfRows(double.IsNaN(counters.Rows) ? 0 : counters.Rows, Provenance.Actual),
            Executions = Quantity.OfRows(counters.Executions, Provenance.Actual),
            IsIdle = counters.Executions <= 0,
        };

    private static SqlServerFlow Estimated(SqlServerFlow flow, ServerOperator node)
    {
        var executions = 1 + node.Rebinds + node.Rewinds;
        return flow with
        {
            Rows = Quantity.OfRows(node.EstimateRows * executions, Provenance.Estimate),
            Executions = Quantity.OfRows(executions, Provenance.Estimate),
        };
    }
}

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
