using RgPolicy.Dbms.Fetching;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>How a statement's plan is come by: an answer at once, or a text to explain; exactly one is set.</summary>
internal readonly record struct PlanRoute(PlanAnswer? Answer, string? ExplainText);
