namespace RgPolicy.Documents.Status;

/// <summary>How many queries were given each class, interval by interval.</summary>
/// <param name="IntervalSeconds">Length of an interval.</param>
/// <param name="Intervals">How many there are, the running one included.</param>
/// <param name="Classes">Each class, then all others in one.</param>
public sealed record DecisionCounts(long? IntervalSeconds, long? Intervals, IReadOnlyList<ClassDecisions>? Classes);

/// <summary>The queries that were given one class.</summary>
/// <param name="Name">The class's name, or <c>(other)</c>.</param>
/// <param name="Queries">One number for each interval, the oldest first.</param>
public sealed record ClassDecisions(string? Name, IReadOnlyList<long>? Queries);
