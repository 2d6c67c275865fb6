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
