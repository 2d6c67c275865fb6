namespace RgPolicy.Service.Audit;

/// <summary>A line's place in the chain.</summary>
/// <param name="Number">Counts from 1, over all files.</param>
/// <param name="Previous">The hash of the line before.</param>
/// <param name="Hash">Its own.</param>
internal readonly record struct AuditLink(long Number, string Previous, string Hash);
