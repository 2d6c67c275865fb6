namespace RgPolicy.Service.Reactions;

/// <summary>A histogram's figures at one moment.</summary>
/// <param name="Count">Durations so far.</param>
/// <param name="Sum">All of them together.</param>
/// <param name="Maximum">The longest.</param>
/// <param name="Median">Null without any.</param>
/// <param name="P95">Null without any.</param>
/// <param name="P99">Null without any.</param>
internal sealed record DurationSummary(
    long Count,
    TimeSpan Sum,
    TimeSpan Maximum,
    TimeSpan? Median,
    TimeSpan? P95,
    TimeSpan? P99
)
{
    /// <summary>Of a histogram as it is now.</summary>
    public static DurationSummary Of(DurationHistogram histogram)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        return new DurationSummary(
            histogram.Count,
            histogram.Sum,
            histogram.Maximum,
            histogram.Quantile(0.5),
            histogram.Quantile(0.95),
            histogram.Quantile(0.99)
        );
    }
}
