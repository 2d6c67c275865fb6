using System.Collections.Immutable;

namespace RgPolicy.Service.Policies;

/// <summary>What changes from one policy to another.</summary>
/// <param name="Meaning">In meaning, one line each.</param>
/// <param name="Lines">In the text, in the form of <c>diff -u</c>; empty where the texts are large.</param>
internal sealed record RevisionDifference(ImmutableArray<string> Meaning, ImmutableArray<string> Lines)
{
    /// <summary>Nothing changes, or nothing was compared.</summary>
    public static RevisionDifference None { get; } = new([], []);
}
