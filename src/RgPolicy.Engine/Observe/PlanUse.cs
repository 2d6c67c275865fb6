using RgPolicy.Plans;

namespace RgPolicy.Engine.Observe;

/// <summary>
/// Holds a plan that promises little work against the processor time of its execution. A plan that promises much is
/// never taken back: whoever is throttled for it would only have to use more.
/// </summary>
internal static class PlanUse
{
    /// <summary>No plan is doubted before its execution has used so much.</summary>
    public static readonly TimeSpan Much = TimeSpan.FromSeconds(1);

    private const decimal FarBeyond = 20;
    private const decimal SecondsPerRow = 10e-6m;
    private const decimal SecondsPerByte = 10e-9m;

    /// <summary>The plan, without what it says of the work where the execution has used far more than that.</summary>
    public static PlanFacts Judge(ObservedQuery query, TimeSpan? used) =>
        used is { } cpu && IsExceeded(query, cpu) && query.Plan is { Profile: { } profile, Source: var source }
            ? PlanFacts.Known(WithoutWork(profile, cpu), source)
            : query.Plan;

    /// <summary>The query with its plan judged so, for people.</summary>
    public static ObservedQuery AsJudged(ObservedQuery query, Observation? observation)
    {
        var plan = Judge(query, observation?.FiguresOf(query)?.Cpu);
        return ReferenceEquals(plan, query.Plan) ? query : query with { Plan = plan };
    }

    /// <summary>Whether an execution has used far more than its plan explains.</summary>
    public static bool IsExceeded(ObservedQuery query, TimeSpan used) =>
        used >= Much
        && query.Plan is { State: PlanState.Known, Profile: { } profile }
        && TellsOfWork(query, profile)
        && Explained(profile) is var seconds
        && seconds * FarBeyond <= (decimal)used.TotalSeconds
        && seconds < (decimal)Much.TotalSeconds;

    // What is judged by the kind of its statement alone promises nothing, but for what ends a transaction: that it
    // works is that of triggers.
    private static bool TellsOfWork(ObservedQuery query, PlanProfile profile) =>
        profile.Shape switch
        {
            PlanShape.Unknown => false,
            PlanShape.Oltp => true,
            _ => !profile.Operators.IsDefaultOrEmpty || query.Statement is { IsTransactionControl: true },
        };

    private static decimal Explained(PlanProfile profile) =>
        (Math.Min(profile.RowsTouched.Value ?? 0, decimal.MaxValue / 2) * SecondsPerRow)
        + (Math.Min(profile.StreamedBytes.Value ?? 0, decimal.MaxValue / 2) * SecondsPerByte);

    // A scan is one, however much it does with each row; that a few rows are all of it is what was not true.
    private static PlanProfile WithoutWork(PlanProfile profile, TimeSpan used) =>
        profile with
        {
            Shape = profile.Shape is PlanShape.Oltp or PlanShape.Utility ? PlanShape.Unknown : profile.Shape,
            Reason = string.Create(
                CultureInfo.InvariantCulture,
                $"it has used {used.TotalSeconds:0.#} s of processor time, far more than its plan explains ({profile.Reason})"
            ),
            CacheUse = CacheUse.Sensitive,
            Locality = null,
            Temporality = null,
            WorkingSetBytes = Figure.Unknown,
            StreamedBytes = Figure.Unknown,
            RandomAccesses = Figure.Unknown,
            RowsTouched = Figure.Unknown,
            RowsReturned = Figure.Unknown,
            Cost = Figure.Unknown,
        };
}
