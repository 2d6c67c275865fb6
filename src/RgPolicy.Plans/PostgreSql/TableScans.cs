using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>
/// What a sequential scan reads. Its cost is pages x seq_page_cost + rows x (cpu_tuple_cost + conditions x cpu_operator_cost), the
/// rows' part divided among the processes of a parallel scan (costsize.c, cost_seqscan).
/// </summary>
internal static class TableScans
{
    /// <summary>A stored row's data where the columns that the plan reads are narrower, bytes.</summary>
    private const double AssumedRowBytes = 48;

    /// <summary>A row's header and its pointer on the page (htup_details.h, itemid.h).</summary>
    private const double RowOverhead = 28;

    /// <summary>A page without its header.</summary>
    private const double UsablePage = CostModel.PageBytes - 24;

    /// <summary>The most rows that fit on one page of 8 KiB (htup_details.h, MaxHeapTuplesPerPage).</summary>
    private const double MostRowsPerPage = 291;

    public static Access Of(ServerNode node, Flow flow, CostModel model)
    {
        var (rows, provenance) = RowsPerExecution(node, flow, model);
        var shared = node.IsParallelAware ? flow.Divisor : 1;
        // A Limit stopped a measured scan: of its pass the rows that it read tell.
        var isStopped = node.HasActuals && flow.Run < 1;
        var whole = isStopped ? Math.Max(rows, PlannedRows(node, flow, model).Rows) : rows;
        var run = isStopped ? rows / Math.Max(1, whole) : node.HasActuals ? 1 : flow.Run;
        var pages = Pages(node, model, whole, shared);
        var executions = node.ActualLoops ?? flow.Times;
        var sharing = node.IsParallelAware ? (node.HasActuals ? flow.Processes : flow.Divisor) : 1;
        var passes = node.HasActuals && executions > 0 ? Math.Max(1, executions / sharing) : executions / sharing;
        var read = Quantity.OfRows(rows * (node.HasActuals ? executions : flow.Rows), provenance);
        return new(read, Streamed(node, pages, passes * run), new(pages, Provenance.Inferred), pages);
    }

    private static Quantity Streamed(ServerNode node, double pages, double passes) => node.HasActuals && node.OwnBuffers is double buffers
        ? new(buffers * CostModel.PageBytes, Provenance.Actual)
        : new(pages * passes * CostModel.PageBytes, Provenance.Inferred);

    private static (double Rows, Provenance Provenance) RowsPerExecution(ServerNode node, Flow flow, CostModel model) => node.HasActuals
        ? ((node.ActualRows ?? 0) + ServerRows.RemovedPerExecution(node), Provenance.Actual)
        : PlannedRows(node, flow, model);

    private static (double Rows, Provenance Provenance) PlannedRows(ServerNode node, Flow flow, CostModel model)
    {
        var planned = node.PlanRows ?? 0;
        if (!node.HasFilter)
            return (planned, Provenance.Estimate);
        var shared = node.IsParallelAware ? flow.Divisor : 1;
        var rowsPerPage = Math.Max(1, Math.Floor(UsablePage / (RowOverhead + Math.Max(AssumedRowBytes, Math.Ceiling(node.Width / 8) * 8))));
        var perPage = model.SeqPage + (rowsPerPage * PerRow(node, model) / shared);
        var tableRows = node.RunCost / perPage * rowsPerPage;
        return (Math.Max(planned, tableRows / shared), Provenance.Inferred);
    }

    /// <summary>What the cost leaves for pages, within what that many rows need at least.</summary>
    private static double Pages(ServerNode node, CostModel model, double rowsPerExecution, double shared)
    {
        if (node.NeverExecuted)
            return 0;
        var tableRows = rowsPerExecution * shared;
        var paid = (node.RunCost - (rowsPerExecution * PerRow(node, model))) / model.SeqPage;
        var least = Math.Max(tableRows / MostRowsPerPage, tableRows * node.Width / CostModel.PageBytes);
        return Math.Ceiling(Math.Max(Math.Max(paid, least), 1));
    }

    private static double PerRow(ServerNode node, CostModel model) =>
        model.Tuple + (node.Conditions * model.Operator) + SubPlans.CostPerRowRead(node);
}
