using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans;

/// <summary>
/// What earlier executions of one plan teach about what it estimates of its working set. A value: learning makes a new
/// one, applying changes nothing here. The shape is not corrected: it is what the plan does, not how much.
/// </summary>
public sealed record PlanHistory
{
    /// <summary>No execution yet.</summary>
    public static PlanHistory Empty { get; } = new();

    /// <summary>Of the working set.</summary>
    internal FigureRatio WorkingSet { get; init; }

    /// <summary>Adds one execution.</summary>
    /// <param name="estimated">The working set by the plan, bytes, uncorrected.</param>
    /// <param name="measured">What it was measured to be; what was not measured teaches nothing.</param>
    public PlanHistory With(Figure estimated, Figure measured) =>
        new() { WorkingSet = WorkingSet.With(estimated, measured) };

    /// <summary>
    /// The profile with its estimate corrected, and the cache use where the corrected figure crosses a limit. What is
    /// sensitive stays so: a profile does not tell why, and some statements are whatever their size.
    /// </summary>
    /// <param name="estimated">The profile of the plan without measurements.</param>
    /// <param name="caches">The caches that it was judged against.</param>
    /// <returns>The same instance where nothing is corrected.</returns>
    public PlanProfile Correct(PlanProfile estimated, CacheSizes caches)
    {
        ArgumentNullException.ThrowIfNull(estimated);
        var set = WorkingSet.Correct(estimated.WorkingSetBytes);
        if (set == estimated.WorkingSetBytes)
        {
            return estimated;
        }

        var corrected = estimated with { WorkingSetBytes = set };
        return estimated.CacheUse != CacheUse.Sensitive && Use(estimated, caches) == estimated.CacheUse
            ? corrected with
            {
                CacheUse = Use(corrected, caches),
            }
            : corrected;
    }

    private static CacheUse Use(PlanProfile profile, CacheSizes caches) =>
        CacheJudge.Use(
            profile.Shape,
            ToQuantity(profile.StreamedBytes),
            ToQuantity(profile.WorkingSetBytes),
            default,
            caches
        );

    private static Quantity ToQuantity(Figure figure) =>
        figure.Value is decimal value ? new((double)value, figure.Provenance) : Quantity.Unknown;
}
