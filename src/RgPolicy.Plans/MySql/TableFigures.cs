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
        if (table.NumberOf(JsonName.RLoops) is double loops)
            return Measured(table, loops);
        var perScan = table.NumberOf(JsonName.RowsExaminedPerScan) ?? table.NumberOf(JsonName.Rows);
        if (perScan is not double rows)
            return new(Quantity.Unknown, Quantity.Unknown, Quantity.OfRows(executions, basis), Defaults.RowBytes);
        var part = Math.Clamp(table.NumberOf(JsonName.Filtered) ?? 100, 0, 100) / 100;
        var joined = table.NumberOf(JsonName.RowsProducedPerJoin) is double produced
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
        var read = (table.NumberOf(JsonName.RRows) ?? 0) * loops;
        var part = Math.Clamp(table.NumberOf(JsonName.RFiltered) ?? 100, 0, 100) / 100;
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
        var bytes = table.Member(JsonName.CostInfo)?.SizeOf(JsonName.DataReadPerJoin);
        return bytes is > 0 && table.NumberOf(JsonName.RowsProducedPerJoin) is double rows and > 0
            ? Math.Clamp(bytes.Value / rows, 1, 1_000_000)
            : Defaults.RowBytes;
    }
}
