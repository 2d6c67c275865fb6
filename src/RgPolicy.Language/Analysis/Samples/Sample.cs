using System.Collections.Immutable;
using NodaTime;

namespace RgPolicy.Language.Analysis.Samples;

/// <summary>A query that shows a verdict, in the words of <c>rgp classify</c>.</summary>
/// <param name="Values">
/// Signal name to value: bytes, seconds and percent as plain numbers, sets as JSON arrays. What is not in it is unknown, or
/// plays no part.
/// </param>
/// <param name="At">The moment, where windows play a part.</param>
public sealed record Sample(ImmutableSortedDictionary<string, string> Values, Instant? At);
