namespace RgPolicy.HtapBench.Scenarios;

/// <summary>Resident memory over a long run.</summary>
/// <param name="Samples">Seconds since the start, and bytes of service and sidecar.</param>
internal sealed record SoakOutcome(IReadOnlyList<(double Seconds, long Service, long Sidecar)> Samples)
{
    /// <summary>Growth of the service per hour, in bytes: median of the last quarter over that of the second.</summary>
    public double ServiceGrowthPerHour => Growth(s => s.Service);

    /// <summary>The same of guard and mover together.</summary>
    public double SidecarGrowthPerHour => Growth(s => s.Sidecar);

    // The first quarter is warming up: caches fill and the runtime compiles.
    private double Growth(Func<(double Seconds, long Service, long Sidecar), long> of)
    {
        var quarter = Samples.Count / 4;
        if (quarter == 0)
            return double.NaN;
        var early = Samples.Skip(quarter).Take(quarter).ToList();
        var late = Samples.Skip(Samples.Count - quarter).ToList();
        var hours = (late.Average(s => s.Seconds) - early.Average(s => s.Seconds)) / 3600;
        return (
                Statistics.PairedRatio.MedianOf(late.Select(s => (double)of(s)))
                - Statistics.PairedRatio.MedianOf(early.Select(s => (double)of(s)))
            ) / hours;
    }
}
