using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Service.Sampling;

/// <summary>What samples have taught of one plan. All samples of one execution count as one, the most that they
/// found.</summary>
/// <param name="Earlier">Of the executions before the last one.</param>
/// <param name="Execution">The last one that was sampled.</param>
/// <param name="Estimate">The working set by its plan, bytes.</param>
/// <param name="FoundBytes">The largest working set that its samples found.</param>
internal sealed record LearnedPlan(PlanHistory Earlier, ExecutionKey Execution, Figure Estimate, long FoundBytes)
{
    private PlanHistory All => Earlier.With(Estimate, Measured);

    // That less was touched within some seconds says nothing of what the rest of the execution touches: a hash table is
    // filled before it is looked up, and a sort reads before it sorts. So what was found below the estimate confirms it.
    private Figure Measured =>
        Estimate.Value is { } estimate ? new(Math.Max(estimate, FoundBytes), Provenance.Actual) : Figure.Unknown;

    /// <summary>Of the first execution that was sampled.</summary>
    public static LearnedPlan First(ExecutionKey execution, Figure estimate, long foundBytes) =>
        new(PlanHistory.Empty, execution, estimate, foundBytes);

    /// <summary>What an execution goes by: all others, and never what it has taught itself.</summary>
    public PlanHistory For(ExecutionKey execution) => execution == Execution ? Earlier : All;

    /// <summary>After one more sample.</summary>
    public LearnedPlan With(ExecutionKey execution, Figure estimate, long foundBytes) =>
        execution == Execution
            ? this with
            {
                Estimate = estimate,
                FoundBytes = Math.Max(FoundBytes, foundBytes),
            }
            : new(All, execution, estimate, foundBytes);
}

/// <summary>One execution.</summary>
/// <param name="ProcessId">The process that runs it.</param>
/// <param name="Started">When it started, on the server's clock.</param>
internal readonly record struct ExecutionKey(int ProcessId, DateTimeOffset Started)
{
    /// <summary>That of a query.</summary>
    public static ExecutionKey Of(ObservedQuery query) => new(query.ProcessId, query.Started);
}
