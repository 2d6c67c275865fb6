using RgPolicy.HtapBench.Server;

namespace RgPolicy.HtapBench.Measure;

/// <summary>Which loads run side by side.</summary>
internal sealed record Mix
{
    /// <summary>Whether there is OLTP.</summary>
    public bool Oltp { get; init; }

    /// <summary>OLTP transactions per second; null for as many as go.</summary>
    public int? Rate { get; init; }

    /// <summary>TPC-B (five statements that write, and a COMMIT that waits for the disk) in place of
    /// single selects.</summary>
    public bool Writes { get; init; }

    /// <summary>Analytic clients.</summary>
    public int AnalyticClients { get; init; }

    /// <summary>Who the analysts are.</summary>
    public string AnalyticRole { get; init; } = BenchRoles.Analytics;

    /// <summary>Clients that load by COPY FROM.</summary>
    public int CopyClients { get; init; }

    /// <summary>Clients that build an index again and again, each on a table of its own.</summary>
    public int IndexClients { get; init; }

    /// <summary>Clients that fill a table by INSERT ... SELECT again and again, each a table of its own.</summary>
    public int InsertClients { get; init; }
}
