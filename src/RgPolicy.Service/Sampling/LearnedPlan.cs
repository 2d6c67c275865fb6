using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Service.Sampling;

/// <summary>What samples have taught of one plan. All samples of one execution count as one, the most that they
/// found: a hash table that was still being filled is no small one.</summary>
/// <param name="Earlier">Of the executions before the last one.</param>
/// <param name="Execution">The last one that was sampled.</param>
/// <param name="Estimated">What its plan estimates.</param>
/// <param name="WorkingSetBytes">The largest working set that its samples found.</param>
/// <param name="TouchedBytes">The most that it touched in the longest window of one.</param>
internal sealed record LearnedPlan(
    PlanHistory Earlier,
    ExecutionKey Execution,
    PlanProfile Estimated,
    long WorkingSetBytes,
    long TouchedBytes
)
{
    /// <summary>Of all executions.</summary>
    public PlanHistory History => Earlier.With(Estimated, Estimated with { WorkingSetBytes = Measured });

    /// <summary>
    /// A sample tells between what and what the working set is: not less than what was touched again and again, and
    /// not more than all that was touched. An estimate between the two is not contradicted.
    /// </summary>
    private Figure Measured =>
        Estimated.WorkingSetBytes.Value is { } estimate
            ? new(Math.Clamp(estimate, WorkingSetBytes, Math.Max(WorkingSetBytes, TouchedBytes)), Provenance.Actual)
            : Figure.Unknown;

    /// <summary>Of a plan of which nothing is known.</summary>
    public static LearnedPlan First(ExecutionKey execution, PlanProfile estimated, MeasuredSet found) =>
        new(PlanHistory.Empty, execution, estimated, found.WorkingSetBytes, found.TouchedBytes);

    /// <summary>After one more sample.</summary>
    public LearnedPlan With(ExecutionKey execution, PlanProfile estimated, MeasuredSet found) =>
        execution == Execution
            ? this with
            {
                Estimated = estimated,
                WorkingSetBytes = Math.Max(WorkingSetBytes, found.WorkingSetBytes),
                TouchedBytes = Math.Max(TouchedBytes, found.TouchedBytes),
            }
            : new(History, execution, estimated, found.WorkingSetBytes, found.TouchedBytes);
}
