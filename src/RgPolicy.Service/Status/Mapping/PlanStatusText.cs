using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>What status and <c>why</c> say of a query's plan.</summary>
internal static class PlanStatusText
{
    /// <summary>Why the plan is judged so, or why there is none; null when there is nothing to say.</summary>
    public static string? Reason(PlanFacts plan) =>
        plan.State == PlanState.Known ? plan.Profile?.Reason
        : plan.Source.Length > 0 ? plan.Source
        : null;

    /// <summary>Why the query is not in its class's pool; where it is, why it has no plan, or nothing.</summary>
    public static string Note(GovernedQuery query) =>
        query.Note.Length == 0 && query.Query.Plan is { State: not PlanState.Known } plan && Reason(plan) is { } reason
            ? $"no plan: {reason}"
            : query.Note;
}
