using RgPolicy.Engine.Observe;

namespace RgPolicy.Engine.Workloads;

/// <summary>A query that has not ended yet.</summary>
internal sealed class OpenStatement
{
    /// <summary>As it was last seen.</summary>
    public required ObservedQuery Query { get; set; }

    /// <summary>Its age when it was last seen.</summary>
    public TimeSpan Elapsed { get; set; }

    /// <summary>Processor time that it had used by then; null where that is not measured.</summary>
    public TimeSpan? Cpu { get; set; }

    /// <summary>The hours of the day that it was seen in, a bit each.</summary>
    public int Hours { get; set; }

    /// <summary>The observation that it was last seen in.</summary>
    public long Seen { get; set; }
}
