using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>What scans and seeks read.</summary>
internal static class Accesses
{
    /// <summary>A charge this close to the whole is the whole.</summary>
    private const double NearlyAll = 0.98;

    public static Access Of(ServerOperator node, OperatorKind kind, SqlServerStatement statement)
    {
        var flow = node.Flow;
        if (!Families.IsAccess(kind))
            return Access.None;
        if (flow.IsIdle)
            return new(flow.Rows, flow.Rows, flow.Rows, 0);
        var part = RowGoalPart(node);
        var pages = Pages(node, part, statement);
        var read = RowsRead(node, part, statement);
        return new(read, Streamed(node, kind, pages, read), pages, ProbePages(node, read));
    }

    /// <summary>
    /// The part of the rows that a row goal above leaves: what the plan pays for the operator, of what
    /// all its rows would cost. What the first page and the first row cost is paid for whatever the goal.
    /// </summary>
    private static double RowGoalPart(ServerOperator node)
    {
        if (node.Counters.Exist)
            return 1;
        var executions = Math.Max(1, node.Flow.Executions.OrZero);
        var whole = node.Io + (node.Cpu * executions);
        var isComparable = executions <= 1 || !node.Is(OperatorFlags.SeekPredicates);
        if (!isComparable || !(whole > 0) || !(node.SubtreeCost >= 0))
            return 1;
        if (node.SubtreeCost / whole >= NearlyAll)
            return 1;
        var begun = SqlServerCostModel.Begun(node.Io, node.Cpu, executions);
        return whole > begun ? Math.Clamp((node.SubtreeCost - begun) / (whole - begun), 0, 1) : 1;
    }

    private static Quantity RowsRead(ServerOperator node, double part, SqlServerStatement statement)
    {
        var flow = node.Flow;
        if (node.Is(OperatorFlags.ColumnStore))
            return ColumnStoreRows(node, part);
        var counters = node.Counters;
        if (!double.IsNaN(counters.RowsRead))
            return Quantity.OfRows(Math.Max(counters.RowsRead, flow.Rows.OrZero), Provenance.Actual);
        if (counters.Exist && !node.Is(OperatorFlags.Predicate))
            return flow.Rows;
        var (rows, provenance) = RowsOfOnePass(node, statement);
        if (!double.IsFinite(rows))
            return flow.Rows;
        var passes = Passes(node) * part;
        var least = flow.Rows.IsKnown ? flow.Rows.Value : 0;
        return Quantity.OfRows(Math.Max(rows * passes, least), counters.Exist ? Provenance.Inferred : provenance);
    }

    private static (double Rows, Provenance Provenance) RowsOfOnePass(ServerOperator node, SqlServerStatement statement)
    {
        if (node.EstimatedRowsRead > 0)
            return (node.EstimatedRowsRead, Provenance.Estimate);
        if (!node.Is(OperatorFlags.Predicate))
            return (node.EstimateRows, Provenance.Estimate);
        if (!node.Is(OperatorFlags.SeekPredicates) && node.TableCardinality > 0)
            return (node.TableCardinality, Provenance.Inferred);
        var threads = node.Is(OperatorFlags.Parallel) && statement.AvailableDop > 1 ? statement.AvailableDop : 1;
        return (Math.Max(node.EstimateRows, SqlServerCostModel.Rows(node.Cpu) * threads), Provenance.Inferred);
    }

    /// <summary>Times that the whole table or range is read; the threads of a parallel scan share one pass.</summary>
    private static double Passes(ServerOperator node)
    {
        if (!node.Flow.Executions.IsKnown)
            return 1;
        var executions = node.Flow.Executions.Value;
        return node.Counters.Exist && !node.Flow.IsRepeated ? Math.Min(1, executions) : executions;
    }

    /// <summary>
    /// Rows that a column store scan reads: the table's, less the segments that were skipped. What it
    /// counts or estimates itself leaves out rows that a bitmap or an aggregate consumed inside the scan.
    /// </summary>
    private static Quantity ColumnStoreRows(ServerOperator node, double part)
    {
        var counters = node.Counters;
        var aggregated = double.IsNaN(counters.RowsAggregated) ? 0 : counters.RowsAggregated;
        var counted = Largest(Largest(counters.RowsRead, counters.Rows + aggregated), counters.Rows);
        var table = node.TableCardinality > 0 ? node.TableCardinality * Passes(node) * part : double.NaN;
        if (counters is { SegmentReads: var reads, SegmentSkips: var skips } && reads + skips > 0)
            table *= reads / (reads + skips);
        if (double.IsFinite(table) && !(counted >= table))
            return Quantity.OfRows(table, Provenance.Inferred);
        if (!double.IsNaN(counted))
            return Quantity.OfRows(counted, Provenance.Actual);
        return Quantity.OfRows(
            Largest(node.EstimatedRowsRead, node.EstimateRows) * Math.Max(1, node.Flow.Executions.OrZero),
            Provenance.Estimate
        );
    }

    private static double Largest(double left, double right) => left >= right || double.IsNaN(right) ? left : right;

    private static Quantity Pages(ServerOperator node, double part, SqlServerStatement statement)
    {
        if (node.Element == "TableValuedFunction")
            return new(0, Provenance.Inferred);
        var charged = SqlServerCostModel.Pages(node.Io);
        var least = SqlServerCostModel.PagesOf(RowsOfOnePass(node, statement).Rows, node.Width);
        var pages = node.Is(OperatorFlags.ColumnStore) || !double.IsFinite(least) || charged > 0 ? charged : least;
        return double.IsFinite(pages) && pages < 1e12
            ? new(Math.Max(1, Math.Ceiling(pages * part)), Provenance.Inferred)
            : Quantity.Unknown;
    }

    private static Quantity Streamed(ServerOperator node, OperatorKind kind, Quantity pages, Quantity read)
    {
        var flow = node.Flow;
        if (kind == OperatorKind.RemoteScan)
            return flow.Rows.IsKnown ? new(flow.Rows.Value * node.Width, Provenance.Inferred) : Quantity.Unknown;
        if (node.Is(OperatorFlags.ColumnStore) ? node.Counters.PagesRead > 0 : !double.IsNaN(node.Counters.PagesRead))
            return new(node.Counters.PagesRead * SqlServerCostModel.PageBytes, Provenance.Actual);
        if (!pages.IsKnown)
            return Quantity.Unknown;
        var part = node.Counters.Exist ? PartRead(node, read) : 1;
        return new(pages.Value * Passes(node) * part * SqlServerCostModel.PageBytes, Provenance.Inferred);
    }

    /// <summary>The part of the table that was read before the plan stopped, by rows where they were counted.</summary>
    private static double PartRead(ServerOperator node, Quantity read)
    {
        var whole = node.TableCardinality * Passes(node);
        return whole > 0 && read.IsKnown ? Math.Min(1, read.Value / whole) : 1;
    }

    /// <summary>Pages that one execution visits: measured, else a leaf and what its rows fill.</summary>
    private static double ProbePages(ServerOperator node, Quantity read)
    {
        var executions = Math.Max(1, node.Flow.Executions.OrZero);
        if (node.Counters.PagesRead > 0)
            return Math.Max(1, node.Counters.PagesRead / executions);
        return Math.Max(1, SqlServerCostModel.PagesOf(read.OrZero / executions, node.Width));
    }
}

/// <summary>
/// The optimiser's constants, as they show in every plan: pages cost 0.003125 for the first and when
/// reached at random, 0.000740741 in sequence; rows cost 0.000157 once and 0.0000011 each.
/// </summary>
internal static class SqlServerCostModel
{
    public const double PageBytes = 8192;

    private const double FirstPage = 0.003125;
    private const double NextPage = 0.000740741;
    private const double FirstRow = 0.000157;
    private const double EachRow = 0.0000011;

    /// <summary>Bytes of a page that rows can use.</summary>
    private const double UsablePage = 8096;

    /// <summary>Pages that one execution is charged for, read in sequence; 0 where no charge is printed.</summary>
    public static double Pages(double io) => io > 0 ? 1 + Math.Max(0, (io - FirstPage) / NextPage) : 0;

    /// <summary>Rows that one execution of a row-store access is charged for.</summary>
    public static double Rows(double cpu) => cpu > FirstRow ? (cpu - FirstRow) / EachRow : 0;

    /// <summary>What the first page of an access costs, and the first row of each execution, as far as
    /// they are charged at all.</summary>
    public static double Begun(double io, double cpu, double executions) =>
        Math.Min(FirstPage, io) + (Math.Min(FirstRow, cpu) * executions);

    /// <summary>Different pages that repeated look-ups are charged for: what their cost leaves beside
    /// the processor's work.</summary>
    public static double DistinctPages(double subtreeCost, double cpu, double executions) =>
        Math.Max(0, (subtreeCost - (cpu * executions)) / FirstPage);

    /// <summary>Pages that rows of that width fill at least.</summary>
    public static double PagesOf(double rows, double width) => rows * width / UsablePage;
}
