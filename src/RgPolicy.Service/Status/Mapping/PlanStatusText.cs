using System.Collections.Immutable;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Language.Signals;
using RgPolicy.Plans;

namespace RgPolicy.Service.Status.Mapping;

/// <summary>What status and <c>why</c> say of a query's plan.</summary>
internal static class PlanStatusText
{
    private static readonly ImmutableArray<string> Words = SignalCatalog.Get(SignalCatalog.RunningPhase).Words;

    /// <summary>Why the plan is judged so, or why there is none; null when there is nothing to say.</summary>
    public static string? Reason(PlanFacts plan) =>
        plan.State == PlanState.Known ? plan.Profile?.Reason
        : plan.State == PlanState.Expected ? $"{plan.Source}: {plan.Profile?.Reason}"
        : plan.Source.Length > 0 ? plan.Source
        : null;

    /// <summary>Why the query is not in its class's pool, and why its plan cannot be had or tells nothing.</summary>
    public static string Note(GovernedQuery query)
    {
        var plan = Problem(query.Query.Plan);
        return query.Note.Length == 0 ? plan
            : plan.Length == 0 ? query.Note
            : $"{query.Note}; {plan}";
    }

    /// <summary>The work that a query is at in the words of policies; null where the server does not tell.</summary>
    public static string? Phase(ObservedQuery query) => query.Phase is { } phase ? Words[(int)phase] : null;

    private static string Problem(PlanFacts plan) =>
        (Reason(plan), plan.State) switch
        {
            (null or "", _) => "",
            (var reason, PlanState.Expected) => $"expected plan: {reason}",
            (var reason, not PlanState.Known) => $"no plan: {reason}",
            (var reason, _) => plan.Profile?.Shape == PlanShape.Unknown ? $"unknown plan: {reason}" : "",
        };
}
