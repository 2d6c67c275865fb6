namespace RgPolicy.Engine.CoRun;

/// <summary>A waiting query that may not begin yet.</summary>
/// <param name="Query">The query.</param>
/// <param name="Reason">Why not yet, for people.</param>
public sealed record Hold(CoRunQuery Query, string Reason);
