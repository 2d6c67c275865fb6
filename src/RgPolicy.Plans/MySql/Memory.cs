using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.MySql;

/// <summary>Structures: rows up to the server's default buffer, because no plan prints the setting.</summary>
internal static class Memory
{
    /// <summary>Index entries on a leaf page of 16 KiB, roughly.</summary>
    private const double EntriesPerLeaf = 400;

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

    /// <summary>Pages that repeated look-ups visit. A plan does not print the size of a table, so each look-up may visit
    /// another page.</summary>
    public static Structure InnerPages(PlanNode node, TableFigures figures, bool isRepeated)
    {
        var executions = figures.Executions;
        if (!isRepeated || !executions.IsKnown || executions.Value <= 1 || !figures.Read.IsKnown)
            return default;
        var isScan = node.Kind == OperatorKind.TableScan;
        var perProbe = isScan
            ? node.Pages.OrZero
            : Math.Max(1, figures.Read.Value / executions.Value * figures.Width / Defaults.PageBytes);
        var visits = executions.Value * perProbe;
        var upper = Math.Ceiling(executions.Value / EntriesPerLeaf * Judge.InnerPages.UpperLevels);
        return Judge.InnerPages.Of(visits, isScan ? node.Pages.OrZero : visits, isScan ? 0 : upper, Defaults.PageBytes);
    }

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

/// <summary>What an operator delivers over the whole statement.</summary>
/// <param name="Rows">Rows; unknown where the plan does not say.</param>
/// <param name="Width">Bytes of a row.</param>
internal readonly record struct MySqlFlow(Quantity Rows, double Width)
{
    public static MySqlFlow Nothing { get; } = new(new(0, Provenance.Estimate), 0);

    public double Bytes => Rows.OrZero * Width;
}

/// <summary>What plans of MySQL and MariaDB do not tell: the servers' defaults.</summary>
internal static class Defaults
{
    /// <summary>innodb_page_size.</summary>
    public const double PageBytes = 16 * 1024;

    /// <summary>join_buffer_size of MySQL and MariaDB.</summary>
    public const double JoinBuffer = 256 * 1024;

    /// <summary>sort_buffer_size of MySQL; MariaDB's is 2 MiB.</summary>
    public const double SortBuffer = 256 * 1024;

    /// <summary>tmp_table_size.</summary>
    public const double TemporaryTable = 16 * 1024 * 1024;

    /// <summary>Bytes of a row whose width is not printed.</summary>
    public const double RowBytes = 64;

    /// <summary>What a row in a hash table or temporary table carries beside its columns.</summary>
    public const double RowOverhead = 16;

    /// <summary>Groups as a part of the rows that are grouped: no plan prints it.</summary>
    public const double GroupsPerRow = 0.1;

    /// <summary>row_evaluate_cost of the optimiser's cost model.</summary>
    public const double RowCost = 0.1;
}
