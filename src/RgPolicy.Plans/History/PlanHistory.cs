using RgPolicy.Plans.Judge;

namespace RgPolicy.Plans;

/// <summary>
/// What earlier executions of one plan (one plan hash) teach about its estimates. A value: learning
/// makes a new one, applying changes nothing here. The shape is not corrected: it is what the plan does, not how much.
/// </summary>
public sealed record PlanHistory
{
    /// <summary>No execution yet.</summary>
    public static PlanHistory Empty { get; } = new();

    /// <summary>Of the working set.</summary>
    internal FigureRatio WorkingSet { get; init; }

    /// <summary>Of the bytes read in sequence.</summary>
    internal FigureRatio Streamed { get; init; }

    /// <summary>Of rows read, fetched, written and returned.</summary>
    internal FigureRatio Rows { get; init; }

    /// <summary>Of rows fetched by point access.</summary>
    internal FigureRatio RandomAccesses { get; init; }

    /// <summary>Adds one execution.</summary>
    /// <param name="estimated">The profile of the plan without measurements, uncorrected.</param>
    /// <param name="measured">The profile of the same plan with them.</param>
    public PlanHistory With(PlanProfile estimated, PlanProfile measured) =>
        new()
        {
            WorkingSet = WorkingSet.With(estimated.WorkingSetBytes, measured.WorkingSetBytes),
            Streamed = Streamed.With(estimated.StreamedBytes, measured.StreamedBytes),
            Rows = Rows.With(estimated.RowsTouched, measured.RowsTouched),
            RandomAccesses = RandomAccesses.With(estimated.RandomAccesses, measured.RandomAccesses),
        };

    /// <summary>The profile with its estimates corrected, and the cache use where the corrected figures
    /// cross a limit.</summary>
    /// <param name="estimated">The profile of the plan without measurements.</param>
    /// <param name="llcBytes">The LLC that it was judged against, bytes.</param>
    public PlanProfile Correct(PlanProfile estimated, long llcBytes)
    {
        var corrected = estimated with
        {
            WorkingSetBytes = WorkingSet.Correct(estimated.WorkingSetBytes),
            StreamedBytes = Streamed.Correct(estimated.StreamedBytes),
            RowsTouched = Rows.Correct(estimated.RowsTouched),
            RandomAccesses = RandomAccesses.Correct(estimated.RandomAccesses),
        };
        return Use(estimated, llcBytes) == estimated.CacheUse
            ? corrected with
            {
                CacheUse = Use(corrected, llcBytes),
            }
            : corrected;
    }

    private static CacheUse Use(PlanProfile profile, long llcBytes) =>
        CacheJudge.Use(ToQuantity(profile.StreamedBytes), ToQuantity(profile.WorkingSetBytes), default, llcBytes);

    private static Quantity ToQuantity(Figure figure) =>
        figure.Value is decimal value ? new((double)value, figure.Provenance) : Quantity.Unknown;
}
