using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>A plan that EXPLAIN ANALYZE has carried out.</summary>
/// <param name="Profile">What was measured.</param>
/// <param name="ByRows">The plan as an estimate that has each operator's measured rows.</param>
/// <param name="Time">How long it took.</param>
internal sealed record MeasuredPlan(PlanProfile? Profile, PlanProfile? ByRows, TimeSpan Time);
