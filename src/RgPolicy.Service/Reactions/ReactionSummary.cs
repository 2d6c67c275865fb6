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
