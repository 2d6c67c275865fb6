using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.PostgreSql;

/// <summary>What an index or bitmap scan reads, and whether that is a look-up or a range.</summary>
internal readonly struct IndexAccess(ServerNode node, PostgresCostModel model, RelationSizes sizes)
{
    /// <summary>Rows of usual width on a page of 8 KiB.</summary>
    private const double RowsPerPage = 100;

    /// <summary>Index entries on a leaf page, roughly.</summary>
    public const double EntriesPerLeaf = 200;

    /// <summary>Charged for less than this part of its visits, a probe is known to meet the same pages again.</summary>
    private const double RevisitedPart = 0.25;

    private double Executions => node.ActualLoops ?? node.Flow.Times;

    /// <summary>What a row costs beside the page that it is on.</summary>
    private double RowCost => model.Tuple + model.IndexTuple + (node.Conditions * model.Operator);

    /// <summary>Few rows per execution, found by a condition.</summary>
    public static bool IsPoint(ServerNode node, Access access, Quantity executions)
    {
        var hasCondition = node.Type == "Bitmap Heap Scan" || node.Json.Has("Index Cond") || node.Json.Has("Order By");
        return hasCondition && PointRule.IsPoint(access.RowsRead, executions, node.Flow.Processes);
    }

    /// <summary>Index pages of one probe below the upper levels.</summary>
    public static double Leaves(double rows) => 1 + (rows / EntriesPerLeaf);

    public Access Read()
    {
        var planned = PlannedRows();
        var (rows, provenance) = node.HasActuals
            ? ((node.ActualRows ?? 0) + node.RowsRemoved, Provenance.Actual)
            : planned;
        var read = Quantity.OfRows(rows * (node.HasActuals ? Executions : node.Flow.Rows), provenance);
        var paid = PaidPages(rows, planned.Rows);
        var loop = Executions > 1 && !node.HasActuals ? LoopPages.Of(node, Executions, rows, sizes) : null;
        var perProbe = loop?.PerProbe ?? PagesPerProbe(rows);
        var pages =
            loop is { } known ? known.Distinct
            : Executions > 1 ? Distinct(Executions * perProbe)
            : Math.Min(perProbe, paid);
        return new(read, Streamed(paid), new(node.NeverExecuted ? 0 : pages, Provenance.Inferred), perProbe)
        {
            IndexPages = sizes.IndexOf(node)?.Pages,
        };
    }

    private (double Rows, Provenance Provenance) PlannedRows()
    {
        var planned = node.PlanRows ?? 0;
        if (node.Type == "Bitmap Heap Scan")
            return (Math.Max(planned, node.Children.Sum(child => child.PlanRows ?? 0)), Provenance.Estimate);
        if (!node.HasFilter)
            return (planned, Provenance.Estimate);
        var table = sizes.TableOf(node)?.Rows / (node.IsParallelAware ? node.Flow.Divisor : 1);
        if (table is double whole && !node.Json.Has("Index Cond"))
            return (Math.Max(planned, whole), Provenance.Estimate);
        var read = HashedFilters.Has(node) ? HashedFilters.Rows(node, planned, planned) : RowsPaidFor();
        return (Math.Max(planned, Math.Min(read, table ?? read)), Provenance.Inferred);
    }

    /// <summary>
    /// Rows that a range reads before its filter. Its cost pays for one page a row where the table lies in no order,
    /// and for far more rows where it lies in the index's: the estimate is between the two.
    /// </summary>
    private double RowsPaidFor()
    {
        var perRow = model.RandomPage + model.Tuple + model.IndexTuple + (node.Conditions * model.Operator);
        var scattered = node.RunCost / perRow;
        return node.Flow.Times > 1 || scattered <= PointRule.MostRows
            ? scattered
            : Math.Sqrt(scattered * (node.RunCost / (perRow - model.RandomPage + (model.SeqPage / RowsPerPage))));
    }

    private Quantity Streamed(double paid)
    {
        if (node.HasActuals && node.OwnBuffers is double buffers)
            return new(buffers * PostgresCostModel.PageBytes, Provenance.Actual);
        var sharing = node.IsParallelAware ? node.Flow.Divisor : 1;
        var pages = Math.Ceiling(paid * Executions / sharing * (node.HasActuals ? 1 : node.Flow.Run));
        return new(pages * PostgresCostModel.PageBytes, Provenance.Inferred);
    }

    /// <summary>
    /// Pages that one execution pays for, between what the rows need and what the cost allows; of an execution that
    /// stopped early, as many as its part of the rows.
    /// </summary>
    private double PaidPages(double rows, double planned)
    {
        if (node.NeverExecuted)
            return 0;
        if (node.HeapBlocks is double blocks)
            return blocks / Math.Max(1, node.ActualLoops ?? 1);
        var paid = (node.RunCost - (Math.Max(rows, planned) * RowCost)) / model.RandomPage;
        paid *= rows < planned ? rows / planned : 1;
        // A part of the cost is for sub-plans which the planner did not choose: no more than one page
        // for each row is sure.
        if (HashedFilters.Has(node))
            paid = Math.Min(paid, rows);
        return Math.Max(Math.Max(paid, rows * node.Width / PostgresCostModel.PageBytes), 1);
    }

    private double PagesPerProbe(double rows)
    {
        if (node.NeverExecuted)
            return 0;
        if (node.HasActuals && node.OwnBuffers is double buffers && Executions > 0)
            return Math.Max(1, buffers / Executions);
        return Leaves(rows)
            + (node.Type == "Index Only Scan" ? node.Figure("Heap Fetches") / Math.Max(1, Executions) : rows);
    }

    /// <summary>
    /// Different pages of repeated probes: at most one for each visit, and at most the relation with its index where the
    /// catalog tells their sizes, or another operator of the plan reads the relation whole. A plan does not print a
    /// relation's size otherwise; then only a charge far below the visits shows that the planner expects the same few
    /// pages (costsize.c, index_pages_fetched), and the charge is taken.
    /// </summary>
    private double Distinct(double visits)
    {
        if (sizes.PagesWithIndex(node) is double pages)
            return Math.Min(visits, Math.Max(1, pages));
        var rows = node.PlanRows ?? 0;
        var planned = Leaves(rows) + (node.Type == "Index Only Scan" ? 0 : rows);
        var paid = Math.Max(0, node.RunCost - (rows * (model.Tuple + model.IndexTuple))) / model.RandomPage;
        return paid < RevisitedPart * planned
            ? Math.Clamp(Math.Ceiling(Executions * paid), 1, Math.Max(1, visits))
            : visits;
    }
}
