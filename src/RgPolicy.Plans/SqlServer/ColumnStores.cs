using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans.SqlServer;

/// <summary>
/// Rows that a column store scan reads: the table's, less the segments that were skipped. What it
/// counts or estimates itself leaves out rows that a bitmap or an aggregate consumed inside the scan.
/// </summary>
internal static class ColumnStores
{
    public static Quantity RowsRead(ServerOperator node, SqlServerFlow flow, double part)
    {
        var counted = Largest(
            node.Counters.RowsRead,
            node.Counters.Rows + OrZero(node.Counters.RowsAggregated),
            node.Counters.Rows
        );
        var table = node.TableCardinality > 0 ? node.TableCardinality * Accesses.Passes(node, flow) * part : double.NaN;
        if (node.Counters is { SegmentReads: var reads, SegmentSkips: var skips } && reads + skips > 0)
            table *= reads / (reads + skips);
        if (double.IsFinite(table) && !(counted >= table))
            return Quantity.OfRows(table, Provenance.Inferred);
        if (!double.IsNaN(counted))
            return Quantity.OfRows(counted, Provenance.Actual);
        return Quantity.OfRows(
            Largest(node.EstimatedRowsRead, node.EstimateRows) * Math.Max(1, flow.Executions.OrZero),
            Provenance.Estimate
        );
    }

    private static double Largest(params double[] values)
    {
        var largest = double.NaN;
        foreach (var value in values)
        {
            if (!double.IsNaN(value) && !(largest >= value))
                largest = value;
        }

        return largest;
    }

    private static double OrZero(double value) => double.IsNaN(value) ? 0 : value;
}
