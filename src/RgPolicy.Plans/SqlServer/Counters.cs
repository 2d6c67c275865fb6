namespace RgPolicy.Plans.SqlServer;

/// <summary>Run-time counters of one operator, summed over its threads; a counter that is not printed
/// is not a number.</summary>
internal sealed class Counters
{
    /// <summary>True when the operator was measured.</summary>
    public bool Exist { get; set; }

    public double Rows { get; set; }

    public double RowsRead { get; set; }

    /// <summary>Rows that a column store aggregated before they became rows.</summary>
    public double RowsAggregated { get; set; }

    public double Executions { get; set; }

    /// <summary>Threads that ran it at least once.</summary>
    public int Threads { get; set; }

    /// <summary>Pages, large objects included.</summary>
    public double PagesRead { get; set; }

    public double UsedMemoryKilobytes { get; set; }

    public double SegmentReads { get; set; }

    public double SegmentSkips { get; set; }

    public string ActualJoin { get; set; } = "";

    /// <summary>As before anything was measured.</summary>
    public void Clear()
    {
        Rows =
            RowsRead =
            RowsAggregated =
            Executions =
            PagesRead =
            UsedMemoryKilobytes =
            SegmentReads =
            SegmentSkips =
                double.NaN;
        (Exist, Threads, ActualJoin) = (false, 0, "");
    }
}
