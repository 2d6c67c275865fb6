using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>Rows and executions of an operator over the whole statement: measured where the plan was
/// run, else estimated.</summary>
internal static class ServerRows
{
    public static Quantity Out(ServerNode node, PostgresFlow flow)
    {
        if (node is { ActualRows: double rows, ActualLoops: double loops })
            return Quantity.OfRows(rows * loops, Provenance.Actual);
        return node.PlanRows is double planned
            ? Quantity.OfRows(planned * flow.Rows, Provenance.Estimate)
            : Quantity.Unknown;
    }

    public static Quantity Executions(ServerNode node, PostgresFlow flow) =>
        node.ActualLoops is double loops
            ? Quantity.OfRows(loops, Provenance.Actual)
            : Quantity.OfRows(flow.Times, Provenance.Estimate);

    /// <summary>Rows per execution, as measured or planned; null when neither is printed.</summary>
    public static double? PerExecution(ServerNode node) => node.NeverExecuted ? 0 : node.ActualRows ?? node.PlanRows;

    /// <summary>Rows that filters threw away in one execution, 0 where the plan does not say.</summary>
    public static double RemovedPerExecution(ServerNode node) =>
        Removed(node, JsonName.RowsRemovedByFilter) + Removed(node, JsonName.RowsRemovedByIndexRecheck);

    private static double Removed(ServerNode node, JsonName by) => Math.Max(0, node.Json.NumberOf(by) ?? 0);
}
