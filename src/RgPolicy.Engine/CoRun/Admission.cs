namespace RgPolicy.Engine.CoRun;

/// <summary>A waiting query that may begin now.</summary>
/// <param name="Query">The query.</param>
/// <param name="Reason">Why it and why now, for people.</param>
public sealed record Admission(CoRunQuery Query, string Reason);
