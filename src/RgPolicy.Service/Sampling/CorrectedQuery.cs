using RgPolicy.Engine.Observe;

namespace RgPolicy.Service.Sampling;

/// <summary>A query that runs, and what is handed out in its place.</summary>
/// <param name="Given">As it was observed last.</param>
/// <param name="Plan">Its plan with its estimates corrected; the observed one where nothing is known of it.</param>
/// <param name="HandedOut">The query with that plan.</param>
internal sealed record CorrectedQuery(ObservedQuery Given, PlanFacts Plan, ObservedQuery HandedOut)
{
    /// <summary>Of a query that is met with this plan for the first time.</summary>
    public static CorrectedQuery New(ObservedQuery given, PlanFacts plan) => new(given, plan, Replace(given, plan));

    /// <summary>Whether a later observation of the execution has the same statement and plan.</summary>
    public bool IsOf(ObservedQuery given) =>
        ReferenceEquals(given.Plan, Given.Plan) && ReferenceEquals(given.Statement, Given.Statement);

    /// <summary>The same execution, observed again; what has not changed is the same instance, which is how the engine
    /// sees that.</summary>
    public CorrectedQuery Again(ObservedQuery given) =>
        ReferenceEquals(given, Given) ? this : new(given, Plan, Replace(given, Plan));

    private static ObservedQuery Replace(ObservedQuery given, PlanFacts plan) =>
        ReferenceEquals(given.Plan, plan) ? given : given with { Plan = plan };
}
