using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.MySql;

/// <summary>Structures: rows up to the server's default buffer, because no plan prints the setting.</summary>
internal static class Memory
{
    public static Structure HashTable(MySqlFlow rows, double buffer) =>
        Of(StructureKind.HashTable, rows, buffer, Defaults.RowOverhead);

    /// <summary>The rows of the tables before, up to the buffer that the plan prints.</summary>
    public static Structure JoinBuffer(MySqlFlow rows, double? printed)
    {
        var buffer = HashTable(rows, printed ?? Defaults.JoinBuffer);
        return printed is null || buffer.Bytes.Provenance != Provenance.Fallback
            ? buffer
            : buffer with
            {
                Bytes = buffer.Bytes with { Provenance = Provenance.Estimate },
            };
    }

    public static Structure Sort(MySqlFlow rows, double? measuredBuffer) =>
        measuredBuffer is double used
            ? new(
                StructureKind.Sort,
                new(Math.Min(used, Math.Max(rows.Bytes, 1)), Provenance.Actual),
                rows.Bytes,
                rows.Bytes
            )
            : Of(StructureKind.Sort, rows, Defaults.SortBuffer, 0);

    public static Structure Temporary(MySqlFlow rows) =>
        Of(StructureKind.Spool, rows, Defaults.TemporaryTable, Defaults.RowOverhead);

    private static Structure Of(StructureKind kind, MySqlFlow rows, double buffer, double overhead)
    {
        if (!rows.Rows.IsKnown)
            return new(kind, Quantity.Unknown, 0, 0);
        var bytes = rows.Rows.Value * (rows.Width + overhead);
        var size =
            bytes > buffer
                ? new Quantity(buffer, Provenance.Fallback)
                : new Quantity(bytes, Quantity.Worse(rows.Rows.Provenance, Provenance.Inferred));
        return new(kind, size, kind == StructureKind.Spool ? 0 : bytes, bytes);
    }
}
