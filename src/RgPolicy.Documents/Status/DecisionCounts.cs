namespace RgPolicy.Documents.Status;

/// <summary>How many queries were given each class, interval by interval.</summary>
/// <param name="IntervalSeconds">Length of an interval.</param>
/// <param name="Intervals">How many there are, the running one included.</param>
/// <param name="Classes">Each class, then all others in one.</param>
public sealed record DecisionCounts(long? IntervalSeconds, long? Intervals, IReadOnlyList<ClassDecisions>? Classes);
