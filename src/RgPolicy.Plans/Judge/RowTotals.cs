namespace RgPolicy.Plans.Judge;

/// <summary>A statement's row and byte totals.</summary>
internal readonly record struct RowTotals(
    Quantity Read,
    Quantity Fetched,
    Quantity Written,
    Quantity Returned,
    Quantity StreamedBytes
)
{
    /// <summary>Rows read, fetched, written and returned; rows that only pass between operators do not count.</summary>
    public Quantity Touched => Read + Fetched + Written + Returned;

    public static RowTotals Of(PlanTree tree)
    {
        var zero = new Quantity(0, tree.Basis);
        Quantity read = zero,
            fetched = zero,
            written = zero,
            streamed = zero,
            returned = zero;
        foreach (var node in tree.Nodes)
        {
            if (Families.Of(node.Kind) == OperatorFamily.Scan)
            {
                read += node.RowsRead;
                streamed += node.StreamedBytes;
            }
            else if (node.Kind == OperatorKind.PointAccess)
            {
                fetched += node.RowsRead;
            }

            if (node.Kind == OperatorKind.Write)
                written += node.RowsWritten;
            if (node.Parent is null)
                returned += node.Rows;
        }

        return tree.Kind == StatementKind.BulkLoad
            ? new(read, fetched, Quantity.Max(written, returned), zero, streamed)
            : new(read, fetched, written, tree.ReturnsRows ? returned : zero, streamed);
    }
}
