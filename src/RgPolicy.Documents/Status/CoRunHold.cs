namespace RgPolicy.Documents.Status;

/// <summary>A query that should wait.</summary>
/// <param name="Query">Its id.</param>
/// <param name="Class">Its class.</param>
/// <param name="Reason">Why, for people.</param>
public sealed record CoRunHold(string? Query, string? Class, string? Reason);
