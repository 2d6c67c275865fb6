using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>
/// What a sequential scan reads. Its cost is pages x seq_page_cost + rows x (cpu_tuple_cost + conditions x
/// cpu_operator_cost), the rows' part divided among the processes of a parallel scan (costsize.c, cost_seqscan). What
/// the catalog tells goes before what is concluded from cost.
/// </summary>
internal readonly struct TableScan(ServerNode node, PostgresCostModel model, RelationSizes sizes)
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

    private readonly RelationFigures? _known = node.Type == "Seq Scan" ? sizes.TableOf(node) : null;

    private double Shared => node.IsParallelAware ? node.Flow.Divisor : 1;

    private double RowCost => model.Tuple + (node.Conditions * model.Operator) + SubPlans.CostPerRowRead(node);

    private double RowsPerPage =>
        Math.Max(
            1,
            Math.Floor(UsablePage / (RowOverhead + Math.Max(AssumedRowBytes, Math.Ceiling(node.Width / 8) * 8)))
        );

    /// <summary>A small table that was never analysed has fewer pages than the planner counts, and so
    /// fewer rows.</summary>
    private double PartOfAssumed =>
        _known is { Rows: null, Pages: var pages and < PagesOfAnUnknownTable } ? pages / PagesOfAnUnknownTable : 1;

    public Access Read()
    {
        var planned = PlannedRows();
        var (rows, provenance) = node.HasActuals
            ? ((node.ActualRows ?? 0) + node.RowsRemoved, Provenance.Actual)
            : planned;
        // A Limit stopped a measured scan: of its pass the rows that it read tell.
        var isStopped = node.HasActuals && node.Flow.Run < 1;
        var whole = isStopped ? Math.Max(rows, planned.Rows) : rows;
        var run =
            isStopped ? rows / Math.Max(1, whole)
            : node.HasActuals ? 1
            : node.Flow.Run;
        var pages = _known is { } table && !node.NeverExecuted ? Math.Max(1, table.Pages) : Pages(whole);
        var ofPages = _known is null ? Provenance.Inferred : Provenance.Estimate;
        var executions = node.ActualLoops ?? node.Flow.Times;
        var sharing = node is { IsParallelAware: true, HasActuals: true } ? node.Flow.Processes : Shared;
        var passes = node.HasActuals && executions > 0 ? Math.Max(1, executions / sharing) : executions / sharing;
        var read = Quantity.OfRows(rows * (node.HasActuals ? executions : node.Flow.Rows), provenance);
        var visited = run < 1 && IsStoppedForSure() ? Math.Max(1, Math.Ceiling(pages * run)) : pages;
        var streamed =
            node.HasActuals && node.OwnBuffers is double buffers
                ? new(buffers * PostgresCostModel.PageBytes, Provenance.Actual)
                : new Quantity(pages * (passes * run) * PostgresCostModel.PageBytes, ofPages);
        return new(read, streamed, new(visited, ofPages), visited);
    }

    /// <summary>A Limit stops it after so many pages: without a filter every row counts, and what was measured is.</summary>
    private bool IsStoppedForSure()
    {
        if (node.HasActuals)
            return true;
        var above = node.Parent;
        while (above is { Type: "Append" or "LockRows" or "Result", HasFilter: false })
            above = above.Parent;
        return above?.Type == "Limit" && !node.HasFilter;
    }

    private (double Rows, Provenance Provenance) PlannedRows()
    {
        var planned = (node.PlanRows ?? 0) * PartOfAssumed;
        if (!node.HasFilter)
            return (planned, Provenance.Estimate);
        if (_known is { Rows: double tableRows })
            return (Math.Max(planned, tableRows / Shared), Provenance.Estimate);
        var paid = PaidRows();
        var read = HashedFilters.Has(node) ? HashedFilters.Rows(node, planned, paid) : paid;
        return (Math.Max(planned, read), Provenance.Inferred);
    }

    /// <summary>Rows for each process that the cost beyond its pages pays for; where these are not known, as many as
    /// rows of the assumed width fill.</summary>
    private double PaidRows()
    {
        if (_known is { } table)
        {
            var ofPages = Math.Max(table.Pages, PagesOfAnUnknownTable) * model.SeqPage;
            return Math.Max(0, node.RunCost - ofPages) / RowCost * PartOfAssumed;
        }

        var perPage = model.SeqPage + (RowsPerPage * RowCost / Shared);
        return node.RunCost / perPage * RowsPerPage / Shared;
    }

    /// <summary>What the cost leaves for pages, within what that many rows need at least.</summary>
    private double Pages(double rowsPerExecution)
    {
        if (node.NeverExecuted)
            return 0;
        var tableRows = rowsPerExecution * Shared;
        var paid = (node.RunCost - (rowsPerExecution * RowCost)) / model.SeqPage;
        // More pages than rows are paid for: that is for sub-plans which the planner did not choose.
        if (paid > tableRows && HashedFilters.Has(node))
            paid = tableRows / RowsPerPage;
        var least = Math.Max(tableRows / MostRowsPerPage, tableRows * node.Width / PostgresCostModel.PageBytes);
        return Math.Ceiling(Math.Max(Math.Max(paid, least), 1));
    }
}
