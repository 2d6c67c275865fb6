namespace RgPolicy.Service.Reactions;

/// <summary>What was measured of reactions so far.</summary>
/// <param name="All">All counted ones.</param>
/// <param name="PlanCached">Those whose plan was known when the query was first seen.</param>
/// <param name="PlanFetched">Those whose plan had to be fetched.</param>
/// <param name="ShortLived">Queries that were moved and then lived less than 300 ms.</param>
internal sealed record ReactionSummary(
    DurationSummary All,
    DurationSummary PlanCached,
    DurationSummary PlanFetched,
    long ShortLived
)
{
    public static ReactionSummary Of(ReactionRecorder recorder) =>
        new(
            DurationSummary.Of(recorder.All),
            DurationSummary.Of(recorder.PlanCached),
            DurationSummary.Of(recorder.PlanFetched),
            recorder.ShortLived
        );
}

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
