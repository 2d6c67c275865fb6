namespace RgPolicy.Documents.Status;

/// <summary>The queries that were given one class.</summary>
/// <param name="Name">The class's name, or <c>(other)</c>.</param>
/// <param name="Queries">One number for each interval, the oldest first.</param>
public sealed record ClassDecisions(string? Name, IReadOnlyList<long>? Queries);
