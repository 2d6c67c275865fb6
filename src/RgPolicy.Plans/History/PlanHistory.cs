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
            return estimated;

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

/// <summary>What was measured against what was estimated, over the executions of one plan, the recent
/// ones first.</summary>
/// <param name="MeanLog2">Decayed mean of log2(actual / estimate); 0 without executions.</param>
/// <param name="Weight">Decayed number of executions, 0 to 5.</param>
internal readonly record struct FigureRatio(double MeanLog2, double Weight)
{
    /// <summary>What an execution counts when one more has ended.</summary>
    private const double Decay = 0.8;

    /// <summary>One execution moves the mean by no more than a factor of 64.</summary>
    private const double LargestLog2 = 6;

    /// <summary>An estimate is corrected by no more than a factor of 16.</summary>
    private const double LargestCorrectionLog2 = 4;

    /// <summary>
    /// The factor for the next estimate, 1/16 to 16: the mean, drawn towards 1 by weight / (weight +
    /// 1), so that one execution corrects by half of what it showed (in logarithms) and four by 75 %.
    /// </summary>
    public double Factor =>
        Math.Pow(2, Math.Clamp(MeanLog2 * Weight / (Weight + 1), -LargestCorrectionLog2, LargestCorrectionLog2));

    /// <summary>One more execution; figures that are not known or not above 0 on both sides teach nothing.</summary>
    /// <param name="estimate">The uncorrected estimate.</param>
    /// <param name="actual">What was measured.</param>
    public FigureRatio With(Figure estimate, Figure actual)
    {
        if (estimate.Value is not > 0 || actual.Value is not > 0 || actual.Provenance != Provenance.Actual)
            return this;
        var shown = Math.Clamp(Math.Log2((double)actual.Value / (double)estimate.Value), -LargestLog2, LargestLog2);
        var weight = (Weight * Decay) + 1;
        return new(((MeanLog2 * Weight * Decay) + shown) / weight, weight);
    }

    /// <summary>The corrected figure, no better founded than the estimate was; what was measured, and what is not known,
    /// stays.</summary>
    public Figure Correct(Figure estimate)
    {
        if (Weight <= 0 || estimate.Value is not decimal value || estimate.Provenance == Provenance.Actual)
            return estimate;
        var corrected = (double)value * Factor;
        if (corrected >= 1e24)
            return estimate;
        var rounded = Math.Round((decimal)corrected, value >= 100 ? 0 : 2);
        return rounded == value ? estimate : new(rounded, Quantity.Worse(estimate.Provenance, Provenance.Inferred));
    }
}
