using System.Buffers;
using System.Text.Json;
using RgPolicy.Plans.Documents;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.MySql;

/// <summary>Rows of one table of a join order, over the whole statement.</summary>
/// <param name="Read">Rows read.</param>
/// <param name="Out">Rows of the join after this table.</param>
/// <param name="Executions">How often it was asked.</param>
/// <param name="Width">Bytes of a row.</param>
internal readonly record struct TableFigures(Quantity Read, Quantity Out, Quantity Executions, double Width)
{
    /// <param name="table">What the document says of it.</param>
    /// <param name="executions">How often it is asked.</param>
    /// <param name="prefix">What the tables before it deliver.</param>
    /// <param name="isBuffered">True where rows of these are collected, so that it is asked less often.</param>
    /// <param name="basis">How the figures came about.</param>
    public static TableFigures Of(
        JsonValue table,
        double executions,
        MySqlFlow prefix,
        bool isBuffered,
        Provenance basis
    )
    {
        if (table.NumberOf("r_loops") is double loops)
            return Measured(table, loops);
        var perScan = table.NumberOf("rows_examined_per_scan") ?? table.NumberOf("rows");
        if (perScan is not double rows)
            return new(Quantity.Unknown, Quantity.Unknown, Quantity.OfRows(executions, basis), Defaults.RowBytes);
        var part = Math.Clamp(table.NumberOf("filtered") ?? 100, 0, 100) / 100;
        var joined = table.NumberOf("rows_produced_per_join") is double produced
            ? produced * Math.Max(1, executions / Math.Max(1, prefix.Rows.OrZero))
            : (isBuffered ? prefix.Rows.OrZero : executions) * rows * part;
        return new(
            Quantity.OfRows(rows * executions, basis),
            Quantity.OfRows(joined, basis),
            Quantity.OfRows(executions, basis),
            WidthOf(table)
        );
    }

    private static TableFigures Measured(JsonValue table, double loops)
    {
        var read = (table.NumberOf("r_rows") ?? 0) * loops;
        var part = Math.Clamp(table.NumberOf("r_filtered") ?? 100, 0, 100) / 100;
        return new(
            Quantity.OfRows(read, Provenance.Actual),
            Quantity.OfRows(read * part, Provenance.Actual),
            Quantity.OfRows(loops, Provenance.Actual),
            WidthOf(table)
        );
    }

    /// <summary>MySQL prints the bytes of all rows, rounded to a unit.</summary>
    private static double WidthOf(JsonValue table)
    {
        var bytes = table.Member("cost_info")?.SizeOf("data_read_per_join");
        return bytes is > 0 && table.NumberOf("rows_produced_per_join") is double rows and > 0
            ? Math.Clamp(bytes.Value / rows, 1, 1_000_000)
            : Defaults.RowBytes;
    }
}

/// <summary>Tables that a statement changes.</summary>
internal static class Writes
{
    public static StatementKind? KindOf(JsonValue table)
    {
        if (IsMarked(table, "insert") || IsMarked(table, "replace") || IsNamedOnly(table))
            return StatementKind.Insert;
        if (IsMarked(table, "update"))
            return StatementKind.Update;
        return IsMarked(table, "delete") ? StatementKind.Delete : null;
    }

    /// <summary>Changes what its input finds.</summary>
    public static void Finish(PlanNode write, MySqlFlow input)
    {
        write.Rows = input.Rows;
        write.RowsWritten = input.Rows;
        write.Executions = new(1, input.Rows.Provenance);
    }

    /// <summary>MariaDB prints nothing but the name of a table that VALUES go into.</summary>
    private static bool IsNamedOnly(JsonValue table) =>
        table.Has("table_name")
        && !table.Has("access_type")
        && !table.Has("rows")
        && !table.Has("message")
        && !table.Has("r_loops")
        && !table.Has("rows_examined_per_scan");

    private static bool IsMarked(JsonValue table, string name) =>
        table.Member(name) is { } mark && (mark.Kind == JsonValueKind.True || mark.Number is > 0);
}

/// <summary>Sizes as the servers print them: <c>884K</c>, <c>1M</c>, <c>256Kb</c>.</summary>
internal static class PrintedSize
{
    private static readonly SearchValues<byte> Digits = SearchValues.Create("0123456789."u8);

    /// <summary>The size in bytes that a member's text tells, or null.</summary>
    public static double? SizeOf(this JsonValue container, string name) =>
        container.Member(name) is { Kind: JsonValueKind.String } text ? Bytes(text.Raw) : null;

    private static double? Bytes(ReadOnlySpan<byte> text)
    {
        var digits = text.IndexOfAnyExcept(Digits);
        var number = PlainNumber.Parse(digits < 0 ? text : text[..digits]);
        double? unit =
            digits < 0
                ? 1
                : (text[digits] | 0x20) switch
                {
                    'b' => 1,
                    'k' => 1 << 10,
                    'm' => 1 << 20,
                    'g' => 1 << 30,
                    't' => 1L << 40,
                    _ => null,
                };
        return double.IsFinite(number) ? number * unit : null;
    }
}
