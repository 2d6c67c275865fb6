using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>What index and bitmap scans read, and whether that is a look-up or a range.</summary>
internal static class IndexAccess
{
    /// <summary>Rows of usual width on a page of 8 KiB.</summary>
    private const double RowsPerPage = 100;

    /// <summary>Few rows per execution, found by a condition.</summary>
    public static bool IsPoint(ServerNode node, Access access, Quantity executions, PostgresFlow flow)
    {
        var hasCondition =
            node.Type == "Bitmap Heap Scan" || node.Json.Has(JsonName.IndexCond) || node.Json.Has(JsonName.OrderBy);
        return hasCondition && PointRule.IsPoint(access.RowsRead, executions, flow.Processes);
    }

    public static Access Of(ServerNode node, PostgresFlow flow, PostgresCostModel model, RelationSizes sizes)
    {
        var (rows, provenance) = RowsPerExecution(node, flow, model, sizes);
        var executions = node.ActualLoops ?? flow.Times;
        var read = Quantity.OfRows(rows * (node.HasActuals ? executions : flow.Rows), provenance);
        var loop = executions > 1 && !node.HasActuals ? LoopPages.Of(node, executions, rows, sizes) : null;
        var perProbe = loop?.PerProbe ?? PagesPerProbe(node, rows, executions);
        var pages =
            loop is { } known ? known.Distinct
            : executions > 1 ? PageVisits.Distinct(node, executions, perProbe, model, sizes)
            : Math.Min(perProbe, PaidPages(node, flow, model, rows, sizes));
        return new(
            read,
            Streamed(node, flow, model, rows, sizes),
            new(node.NeverExecuted ? 0 : pages, Provenance.Inferred),
            perProbe
        )
        {
            IndexPages = sizes.IndexOf(node)?.Pages,
        };
    }

    private static (double Rows, Provenance Provenance) RowsPerExecution(
        ServerNode node,
        PostgresFlow flow,
        PostgresCostModel model,
        RelationSizes sizes
    ) =>
        node.HasActuals
            ? ((node.ActualRows ?? 0) + ServerRows.RemovedPerExecution(node), Provenance.Actual)
            : PlannedRows(node, flow, model, sizes);

    private static (double Rows, Provenance Provenance) PlannedRows(
        ServerNode node,
        PostgresFlow flow,
        PostgresCostModel model,
        RelationSizes sizes
    )
    {
        var planned = node.PlanRows ?? 0;
        if (node.Type == "Bitmap Heap Scan")
        {
            var addressed = 0.0;
            foreach (var child in node.Children)
                addressed += child.PlanRows ?? 0;
            return (Math.Max(planned, addressed), Provenance.Estimate);
        }

        if (!node.HasFilter)
            return (planned, Provenance.Estimate);
        var table = sizes.TableOf(node)?.Rows / (node.IsParallelAware ? flow.Divisor : 1);
        if (table is double whole && !node.Json.Has(JsonName.IndexCond))
            return (Math.Max(planned, whole), Provenance.Estimate);
        var perRow = model.RandomPage + model.Tuple + model.IndexTuple + (node.Conditions * model.Operator);
        var paid = RowsPaidFor(node, flow, node.RunCost / perRow, perRow - model.RandomPage + model.SeqPage / RowsPerPage);
        var read = HashedFilters.Has(node) ? HashedFilters.Rows(node, planned, planned) : paid;
        return (Math.Max(planned, Math.Min(read, table ?? read)), Provenance.Inferred);
    }

    /// <summary>
    /// Rows that a range reads before its filter. Its cost pays for one page a row where the table lies in no order,
    /// and for far more rows where it lies in the index's: the estimate is between the two.
    /// </summary>
    private static double RowsPaidFor(ServerNode node, PostgresFlow flow, double scattered, double costInOrder) =>
        flow.Times > 1 || scattered <= PointRule.MostRows
            ? scattered
            : Math.Sqrt(scattered * (node.RunCost / costInOrder));

    private static Quantity Streamed(
        ServerNode node,
        PostgresFlow flow,
        PostgresCostModel model,
        double rows,
        RelationSizes sizes
    )
    {
        if (node.HasActuals && node.OwnBuffers is double buffers)
            return new(buffers * PostgresCostModel.PageBytes, Provenance.Actual);
        var executions = node.ActualLoops ?? flow.Times;
        var sharing = node.IsParallelAware ? flow.Divisor : 1;
        var run = node.HasActuals ? 1 : flow.Run;
        var pages = Math.Ceiling(PaidPages(node, flow, model, rows, sizes) * executions / sharing * run);
        return new(pages * PostgresCostModel.PageBytes, Provenance.Inferred);
    }

    /// <summary>
    /// Pages that one execution pays for, between what the rows need and what the cost allows; of an execution that
    /// stopped early, as many as its part of the rows.
    /// </summary>
    private static double PaidPages(
        ServerNode node,
        PostgresFlow flow,
        PostgresCostModel model,
        double rows,
        RelationSizes sizes
    )
    {
        if (node.NeverExecuted)
            return 0;
        if (HeapBlocks(node) is double blocks)
            return blocks / Math.Max(1, node.ActualLoops ?? 1);
        var planned = PlannedRows(node, flow, model, sizes).Rows;
        var processing =
            Math.Max(rows, planned) * (model.Tuple + model.IndexTuple + (node.Conditions * model.Operator));
        var paid = (node.RunCost - processing) / model.RandomPage * (rows < planned ? rows / planned : 1);
        // A part of the cost is for sub-plans which the planner did not choose: no more than one page
        // for each row is sure.
        if (HashedFilters.Has(node))
            paid = Math.Min(paid, rows);
        return Math.Max(Math.Max(paid, rows * node.Width / PostgresCostModel.PageBytes), 1);
    }

    private static double PagesPerProbe(ServerNode node, double rows, double executions)
    {
        if (node.NeverExecuted)
            return 0;
        if (node.HasActuals && node.OwnBuffers is double buffers && executions > 0)
            return Math.Max(1, buffers / executions);
        var heap =
            node.Type == "Index Only Scan"
                ? Math.Max(0, node.Json.NumberOf(JsonName.HeapFetches) ?? 0) / Math.Max(1, executions)
                : rows;
        return PageVisits.Leaves(rows) + heap;
    }

    private static double? HeapBlocks(ServerNode node)
    {
        var exact = node.Json.NumberOf(JsonName.ExactHeapBlocks);
        var lossy = node.Json.NumberOf(JsonName.LossyHeapBlocks);
        return exact is null && lossy is null ? null : (exact ?? 0) + (lossy ?? 0);
    }
}
