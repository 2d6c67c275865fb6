namespace RgPolicy.Documents.Why;

/// <summary>What is known of a query's plan.</summary>
/// <param name="State"><c>known</c>, <c>pending</c> or <c>absent</c>.</param>
/// <param name="Source">Where it comes from, or why there is none.</param>
/// <param name="Reason">Why it is judged so, or why there is none.</param>
/// <param name="Operators">Its operators, the first ones of very many; empty where there is none.</param>
public sealed record ExplainedPlan(
    string? State,
    string? Source,
    string? Reason,
    IReadOnlyList<PlanOperatorDocument>? Operators
);
