using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.MySql;

/// <summary>An access to a table: how it reads and how much.</summary>
internal sealed class TableAccess(PlanTree tree)
{
    private const double MostPages = 1e12;

    public MySqlFlow Read(
        JoinItem item,
        PlanNode? parent,
        NodeRole role,
        double executions,
        MySqlFlow prefix,
        bool isJoined
    )
    {
        var table = item.Value;
        if (Operations.Message(table) is { } message && !table.Has("table_name"))
            return Nothing(message, parent, role);
        var figures = TableFigures.Of(table, executions, prefix, item.IsBuffered, tree.Basis);
        if (Writes.KindOf(table) == StatementKind.Insert && !table.Has("rows") && !table.Has("rows_examined_per_scan"))
            return new(new(1, Provenance.Fallback), Defaults.RowBytes);
        var isRepeated = isJoined && !item.IsBuffered;
        var kind = KindOf(table, figures, item.IsBuffered);
        var node = tree.Add(NameOf(table), kind, parent, role, table.TextOf("table_name"));
        node.RowsRead = figures.Read;
        node.Rows = item.Buffer is null && !item.IsBuffered ? figures.Out : figures.Read;
        node.Executions = figures.Executions;
        node.Pages = Pages(table, figures, kind);
        node.StreamedBytes = kind == OperatorKind.PointAccess ? default : Streamed(table, node, figures, isRepeated);
        node.Structure = Memory.InnerPages(node, figures, isRepeated);
        return new(Joined(item, figures, prefix), figures.Width);
    }

    private MySqlFlow Nothing(string message, PlanNode? parent, NodeRole role)
    {
        var node = tree.Add(message, OperatorKind.Constant, parent, role);
        node.Rows = new(0, tree.Basis);
        node.Executions = new(1, tree.Basis);
        return new(node.Rows, 0);
    }

    /// <summary>A buffered join meets every row of the buffer with every row read; what is left is the
    /// block's own filter. How many rows a hash join expects MariaDB does not print: a row for each of
    /// the larger side.</summary>
    private static Quantity Joined(JoinItem item, TableFigures figures, MySqlFlow prefix)
    {
        if (
            item.Buffer is { } counted
            && counted.NumberOf("r_effective_rows") is double met
            && counted.NumberOf("r_loops") is double loops
        )
            return Quantity.OfRows(
                loops * met * Math.Clamp(counted.NumberOf("r_filtered") ?? 100, 0, 100) / 100,
                Provenance.Actual
            );
        if (
            item is { Buffer: not null, JoinKind: OperatorKind.HashJoin }
            && figures.Out is { IsKnown: true, Provenance: not Provenance.Actual }
        )
            return new(Math.Max(prefix.Rows.OrZero, figures.Read.OrZero * Part(item.Value)), Provenance.Fallback);
        if (
            item.Buffer is not { } buffer
            || !prefix.Rows.IsKnown
            || !figures.Out.IsKnown
            || buffer.NumberOf("r_filtered") is not double left
        )
            return figures.Out;
        var perLoop = figures.Out.Value / Math.Max(1, figures.Executions.OrZero);
        return figures.Out with { Value = prefix.Rows.Value * perLoop * Math.Clamp(left, 0, 100) / 100 };
    }

    private static OperatorKind KindOf(JsonValue table, TableFigures figures, bool isBuffered)
    {
        var access = table.TextOf("access_type") ?? "";
        var plain = access.StartsWith("hash_", StringComparison.Ordinal) ? access[5..] : access;
        if (plain is "ALL" or "")
            return OperatorKind.TableScan;
        if (plain is "index")
            return OperatorKind.IndexRange;
        var repeats = isBuffered ? new(1, Provenance.Estimate) : figures.Executions;
        return plain is "const" or "system" || PointRule.IsPoint(figures.Read, repeats, 1)
            ? OperatorKind.PointAccess
            : OperatorKind.IndexRange;
    }

    private static string NameOf(JsonValue table) =>
        table.TextOf("access_type") switch
        {
            null => "Table access",
            "ALL" => "Table scan",
            "index" => "Index scan",
            "range" => "Index range scan",
            "const" or "system" => "Constant row",
            "eq_ref" => "Unique look-up",
            "ref" or "ref_or_null" => "Look-up",
            "index_merge" => "Index merge",
            { } other => $"Access {other}",
        };

    /// <summary>Pages of one pass. What the cost leaves beside the rows, where the table comes first;
    /// else what its rows fill.</summary>
    private static Quantity Pages(JsonValue table, TableFigures figures, OperatorKind kind)
    {
        if (!figures.Read.IsKnown)
            return Quantity.Unknown;
        var rows = figures.Read.Value / Math.Max(1, figures.Executions.OrZero);
        var filled = Math.Ceiling(rows * figures.Width / Defaults.PageBytes);
        var pages =
            kind == OperatorKind.TableScan && Charged(table, rows, figures) is double charged
                ? Math.Ceiling(charged)
                : filled;
        return pages < MostPages ? new(Math.Max(1, pages), Provenance.Inferred) : Quantity.Unknown;
    }

    private static double? Charged(JsonValue table, double rows, TableFigures figures)
    {
        if (figures.Executions.OrZero > 1 || table.Member("cost_info")?.NumberOf("read_cost") is not double cost)
            return null;
        var filteredAway = 1 - Part(table);
        var pages = cost - (rows * Defaults.RowCost * filteredAway);
        return pages >= 1 && pages * Defaults.PageBytes < rows * figures.Width * 8 ? pages : null;
    }

    /// <summary>The part of the rows that the table's own condition is expected to leave.</summary>
    private static double Part(JsonValue table) => Math.Clamp(table.NumberOf("filtered") ?? 100, 0, 100) / 100;

    private static Quantity Streamed(JsonValue table, PlanNode node, TableFigures figures, bool isRepeated)
    {
        if (table.Member("r_engine_stats")?.NumberOf("pages_accessed") is double accessed)
            return new(accessed * Defaults.PageBytes, Provenance.Actual);
        if (!node.Pages.IsKnown)
            return Quantity.Unknown;
        var passes = isRepeated || node.Executions.OrZero > 1 ? Math.Max(1, figures.Executions.OrZero) : 1;
        return new(node.Pages.Value * passes * Defaults.PageBytes, Provenance.Inferred);
    }
}
