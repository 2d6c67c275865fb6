namespace RgPolicy.Documents.Sweep;

/// <summary>How little of a lever is enough.</summary>
/// <param name="Share">Of the best, such as 0.95.</param>
/// <param name="Kind"><c>found</c>, <c>insensitive</c> or <c>still_rising</c>.</param>
/// <param name="Setting">The smallest setting whose median has that share.</param>
/// <param name="Least">The smallest setting that cannot be ruled out.</param>
/// <param name="Most">The smallest that is surely enough; null where none is.</param>
public sealed record SweptKnee(double? Share, string? Kind, double? Setting, double? Least, double? Most);
