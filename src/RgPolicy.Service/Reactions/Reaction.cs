namespace RgPolicy.Service.Reactions;

/// <summary>How long it took from the start of a query until what was decided for it was in force and
/// read back.</summary>
/// <param name="Query">The query's id.</param>
/// <param name="Delay">On the DBMS's clock.</param>
/// <param name="PlanCached">True when its plan was known when the query was first seen.</param>
public readonly record struct Reaction(string Query, TimeSpan Delay, bool PlanCached);
