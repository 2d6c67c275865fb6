using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>
/// What a sequential scan reads. Its cost is pages x seq_page_cost + rows x (cpu_tuple_cost + conditions x
/// cpu_operator_cost), the rows' part divided among the processes of a parallel scan (costsize.c, cost_seqscan). What
/// the catalog tells goes before what is concluded from cost.
/// </summary>
internal static class TableScans
{
    /// <summary>A stored row's data where the columns that the plan reads are narrower, bytes.</summary>
    private const double AssumedRowBytes = 48;

    /// <summary>A row's header and its pointer on the page (htup_details.h, itemid.h).</summary>
    private const double RowOverhead = 28;

    /// <summary>A page without its header.</summary>
    private const double UsablePage = PostgresCostModel.PageBytes - 24;

    /// <summary>The most rows that fit on one page of 8 KiB (htup_details.h, MaxHeapTuplesPerPage).</summary>
    private const double MostRowsPerPage = 291;

    /// <summary>What the planner takes a table that was never analysed for at least, pages (plancat.c).</summary>
    private const double PagesOfAnUnknownTable = 10;

    public static Access Of(ServerNode node, PostgresFlow flow, PostgresCostModel model, RelationSizes sizes)
    {
        var known = node.Type == "Seq Scan" ? sizes.TableOf(node) : null;
        var planned = PlannedRows(node, flow, model, known);
        var (rows, provenance) = node.HasActuals
            ? ((node.ActualRows ?? 0) + ServerRows.RemovedPerExecution(node), Provenance.Actual)
            : planned;
        var shared = node.IsParallelAware ? flow.Divisor : 1;
        // A Limit stopped a measured scan: of its pass the rows that it read tell.
        var isStopped = node.HasActuals && flow.Run < 1;
        var whole = isStopped ? Math.Max(rows, planned.Rows) : rows;
        var run =
            isStopped ? rows / Math.Max(1, whole)
            : node.HasActuals ? 1
            : flow.Run;
        var pages =
            known is { } table && !node.NeverExecuted ? Math.Max(1, table.Pages) : Pages(node, model, whole, shared);
        var ofPages = known is null ? Provenance.Inferred : Provenance.Estimate;
        var executions = node.ActualLoops ?? flow.Times;
        var sharing = node.IsParallelAware ? (node.HasActuals ? flow.Processes : flow.Divisor) : 1;
        var passes = node.HasActuals && executions > 0 ? Math.Max(1, executions / sharing) : executions / sharing;
        var read = Quantity.OfRows(rows * (node.HasActuals ? executions : flow.Rows), provenance);
        var visited = run < 1 && IsStoppedForSure(node) ? Math.Max(1, Math.Ceiling(pages * run)) : pages;
        return new(read, Streamed(node, new(pages, ofPages), passes * run), new(visited, ofPages), visited);
    }

    /// <summary>A Limit stops it after so many pages: without a filter every row counts, and what was measured is.</summary>
    private static bool IsStoppedForSure(ServerNode node)
    {
        if (node.HasActuals)
            return true;
        var above = node.Parent;
        while (above is { Type: "Append" or "LockRows" or "Result", HasFilter: false })
            above = above.Parent;
        return above?.Type == "Limit" && !node.HasFilter;
    }

    private static Quantity Streamed(ServerNode node, Quantity pages, double passes) =>
        node.HasActuals && node.OwnBuffers is double buffers
            ? new(buffers * PostgresCostModel.PageBytes, Provenance.Actual)
            : new(pages.Value * passes * PostgresCostModel.PageBytes, pages.Provenance);

    private static (double Rows, Provenance Provenance) PlannedRows(
        ServerNode node,
        PostgresFlow flow,
        PostgresCostModel model,
        RelationFigures? known
    )
    {
        var planned = (node.PlanRows ?? 0) * PartOfAssumed(known);
        if (!node.HasFilter)
            return (planned, Provenance.Estimate);
        var shared = node.IsParallelAware ? flow.Divisor : 1;
        if (known is { Rows: double tableRows })
            return (Math.Max(planned, tableRows / shared), Provenance.Estimate);
        var paid = known is { } table
            ? PaidBeside(node, model, Math.Max(table.Pages, PagesOfAnUnknownTable)) * PartOfAssumed(known)
            : PaidRows(node, model, shared);
        var read = HashedFilters.Has(node) ? HashedFilters.Rows(node, planned, paid) : paid;
        return (Math.Max(planned, read), Provenance.Inferred);
    }

    /// <summary>A small table that was never analysed has fewer pages than the planner counts, and so
    /// fewer rows.</summary>
    private static double PartOfAssumed(RelationFigures? known) =>
        known is { Rows: null, Pages: var pages and < PagesOfAnUnknownTable } ? pages / PagesOfAnUnknownTable : 1;

    /// <summary>Rows for each process that the cost beyond so many pages pays for.</summary>
    private static double PaidBeside(ServerNode node, PostgresCostModel model, double pages) =>
        Math.Max(0, node.RunCost - (pages * model.SeqPage)) / PerRow(node, model);

    /// <summary>The same where the pages are not known: as many as rows of the assumed width fill.</summary>
    private static double PaidRows(ServerNode node, PostgresCostModel model, double shared)
    {
        var rowsPerPage = RowsPerPage(node);
        var perPage = model.SeqPage + (rowsPerPage * PerRow(node, model) / shared);
        return node.RunCost / perPage * rowsPerPage / shared;
    }

    private static double RowsPerPage(ServerNode node) =>
        Math.Max(
            1,
            Math.Floor(UsablePage / (RowOverhead + Math.Max(AssumedRowBytes, Math.Ceiling(node.Width / 8) * 8)))
        );

    /// <summary>What the cost leaves for pages, within what that many rows need at least.</summary>
    private static double Pages(ServerNode node, PostgresCostModel model, double rowsPerExecution, double shared)
    {
        if (node.NeverExecuted)
            return 0;
        var tableRows = rowsPerExecution * shared;
        var paid = (node.RunCost - (rowsPerExecution * PerRow(node, model))) / model.SeqPage;
        // More pages than rows are paid for: that is for sub-plans which the planner did not choose.
        if (paid > tableRows && HashedFilters.Has(node))
            paid = tableRows / RowsPerPage(node);
        var least = Math.Max(tableRows / MostRowsPerPage, tableRows * node.Width / PostgresCostModel.PageBytes);
        return Math.Ceiling(Math.Max(Math.Max(paid, least), 1));
    }

    private static double PerRow(ServerNode node, PostgresCostModel model) =>
        model.Tuple + (node.Conditions * model.Operator) + SubPlans.CostPerRowRead(node);
}
