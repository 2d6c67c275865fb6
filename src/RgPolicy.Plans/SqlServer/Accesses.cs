using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>What scans and seeks read.</summary>
internal static class Accesses
{
    /// <summary>A charge this close to the whole is the whole.</summary>
    private const double NearlyAll = 0.98;

    public static Access Of(ServerOperator node, OperatorKind kind, SqlServerFlow flow, SqlServerStatement statement)
    {
        if (!Families.IsAccess(kind))
            return Access.None;
        if (flow.IsIdle)
            return new(flow.Rows, flow.Rows, flow.Rows, 0);
        var part = RowGoalPart(node, flow);
        var pages = Pages(node, part, statement);
        var read = RowsRead(node, flow, part, statement);
        return new(read, Streamed(node, kind, flow, pages, read), pages, ProbePages(node, flow, read));
    }

    /// <summary>
    /// The part of the rows that a row goal above leaves: what the plan pays for the operator, of what
    /// all its rows would cost. What the first page and the first row cost is paid for whatever the goal.
    /// </summary>
    private static double RowGoalPart(ServerOperator node, SqlServerFlow flow)
    {
        if (node.Counters.Exist)
            return 1;
        var executions = Math.Max(1, flow.Executions.OrZero);
        var whole = node.Io + (node.Cpu * executions);
        var isComparable = executions <= 1 || !node.Is(OperatorFlags.SeekPredicates);
        if (!isComparable || !(whole > 0) || !(node.SubtreeCost >= 0))
            return 1;
        if (node.SubtreeCost / whole >= NearlyAll)
            return 1;
        var begun = SqlServerCostModel.Begun(node.Io, node.Cpu, executions);
        return whole > begun ? Math.Clamp((node.SubtreeCost - begun) / (whole - begun), 0, 1) : 1;
    }

    private static Quantity RowsRead(ServerOperator node, SqlServerFlow flow, double part, SqlServerStatement statement)
    {
        if (node.Is(OperatorFlags.ColumnStore))
            return ColumnStores.RowsRead(node, flow, part);
        var counters = node.Counters;
        if (!double.IsNaN(counters.RowsRead))
            return Quantity.OfRows(Math.Max(counters.RowsRead, flow.Rows.OrZero), Provenance.Actual);
        if (counters.Exist && !node.Is(OperatorFlags.Predicate))
            return flow.Rows;
        var (rows, provenance) = RowsOfOnePass(node, statement);
        if (!double.IsFinite(rows))
            return flow.Rows;
        var passes = Passes(node, flow) * part;
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
    public static double Passes(ServerOperator node, SqlServerFlow flow)
    {
        if (!flow.Executions.IsKnown)
            return 1;
        return node.Counters.Exist && !flow.IsRepeated ? Math.Min(1, flow.Executions.Value) : flow.Executions.Value;
    }

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

    private static Quantity Streamed(
        ServerOperator node,
        OperatorKind kind,
        SqlServerFlow flow,
        Quantity pages,
        Quantity read
    )
    {
        if (kind == OperatorKind.RemoteScan)
            return flow.Rows.IsKnown ? new(flow.Rows.Value * node.Width, Provenance.Inferred) : Quantity.Unknown;
        if (!double.IsNaN(node.Counters.PagesRead) && !node.Is(OperatorFlags.ColumnStore))
            return new(node.Counters.PagesRead * SqlServerCostModel.PageBytes, Provenance.Actual);
        if (node.Counters.PagesRead > 0)
            return new(node.Counters.PagesRead * SqlServerCostModel.PageBytes, Provenance.Actual);
        if (!pages.IsKnown)
            return Quantity.Unknown;
        var part = node.Counters.Exist ? PartRead(node, flow, read) : 1;
        return new(pages.Value * Passes(node, flow) * part * SqlServerCostModel.PageBytes, Provenance.Inferred);
    }

    /// <summary>The part of the table that was read before the plan stopped, by rows where they were counted.</summary>
    private static double PartRead(ServerOperator node, SqlServerFlow flow, Quantity read)
    {
        var whole = node.TableCardinality * Passes(node, flow);
        return whole > 0 && read.IsKnown ? Math.Min(1, read.Value / whole) : 1;
    }

    /// <summary>Pages that one execution visits: measured, else a leaf and what its rows fill.</summary>
    private static double ProbePages(ServerOperator node, SqlServerFlow flow, Quantity read)
    {
        var executions = Math.Max(1, flow.Executions.OrZero);
        if (node.Counters.PagesRead > 0)
            return Math.Max(1, node.Counters.PagesRead / executions);
        return Math.Max(1, SqlServerCostModel.PagesOf(read.OrZero / executions, node.Width));
    }
}
