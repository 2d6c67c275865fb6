using System.Collections.Immutable;
using NodaTime;

namespace RgPolicy.Language.Analysis.Samples;

/// <summary>A query that shows a verdict, in the words of <c>rgp classify</c>.</summary>
/// <param name="Values">
/// Signal name to value: bytes, seconds and percent as plain numbers, sets as JSON arrays. What is not
/// in it is unknown, or plays no part.
/// </param>
/// <param name="At">The moment, where windows play a part.</param>
public sealed record Sample(ImmutableSortedDictionary<string, string> Values, Instant? At)
{
    /// <summary>Signals that cannot come any more, where that plays a part; all others that are not
    /// given are still to come.</summary>
    public ImmutableArray<string> Absent { get; init; } = [];

    /// <summary>The policy's states that are active, where that plays a part: what happened before has
    /// left them so.</summary>
    public ImmutableArray<string> ActiveStates { get; init; } = [];
}
