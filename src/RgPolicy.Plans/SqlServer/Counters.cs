namespace RgPolicy.Plans.SqlServer;

/// <summary>Run-time counters of one operator, summed over its threads; a counter that is not printed is not a number.</summary>
internal sealed class Counters
{
    /// <summary>True when the operator was measured.</summary>
    public bool Exist { get; set; }

    public double Rows { get; set; } = double.NaN;

    public double RowsRead { get; set; } = double.NaN;

    /// <summary>Rows that a column store aggregated before they became rows.</summary>
    public double RowsAggregated { get; set; } = double.NaN;

    public double Executions { get; set; } = double.NaN;

    /// <summary>Threads that ran it at least once.</summary>
    public int Threads { get; set; }

    /// <summary>Pages, large objects included.</summary>
    public double PagesRead { get; set; } = double.NaN;

    public double UsedMemoryKilobytes { get; set; } = double.NaN;

    public double SegmentReads { get; set; } = double.NaN;

    public double SegmentSkips { get; set; } = double.NaN;

    public string ActualJoin { get; set; } = "";
}
