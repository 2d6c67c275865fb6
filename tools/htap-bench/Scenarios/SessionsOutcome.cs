using RgPolicy.HtapBench.Statistics;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>What governing many sessions takes over a long time.</summary>
/// <param name="Sessions">Sessions that were active.</param>
/// <param name="Samples">One every few seconds.</param>
/// <param name="Answers">What the reader waited for answers, in milliseconds; null without one.</param>
internal sealed record SessionsOutcome(
    int Sessions,
    IReadOnlyList<SessionsSample> Samples,
    IReadOnlyList<double>? Answers
)
{
    /// <summary>The most resident memory of all processes together, bytes.</summary>
    public long MostBytes => Samples.Max(sample => sample.All.Bytes);

    /// <summary>The most resident memory of the service alone, bytes.</summary>
    public long MostBytesOfService => Samples.Max(sample => sample.Service.Bytes);

    /// <summary>Processor time, as a fraction of one core.</summary>
    public double Share(Func<SessionsSample, ProcessSample> of) =>
        (of(Samples[^1]).CpuSeconds - of(Samples[0]).CpuSeconds) / (Samples[^1].Seconds - Samples[0].Seconds);

    /// <summary>The median of the last quarter less that of the second: in the first everything is
    /// still warming up.</summary>
    public double Growth(Func<ProcessSample, double> of)
    {
        var quarter = Samples.Count / 4;
        return quarter == 0
            ? double.NaN
            : Median(Samples.Skip(Samples.Count - quarter)) - Median(Samples.Skip(quarter).Take(quarter));

        double Median(IEnumerable<SessionsSample> samples) =>
            PairedRatio.MedianOf(samples.Select(sample => of(sample.All)));
    }
}
