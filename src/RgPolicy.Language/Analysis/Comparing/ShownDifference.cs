using System.Collections.Immutable;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>As much of a difference as anyone reads: the first of each kind, and how many more there are.</summary>
/// <param name="Regions">Classes, region by region.</param>
/// <param name="Changes">Other statements.</param>
/// <param name="Omitted">For each kind of which some are left out how many; regions count as <c>class</c>.</param>
public sealed record ShownDifference(
    ImmutableArray<ChangedRegion> Regions,
    ImmutableArray<StatementChange> Changes,
    ImmutableArray<(string Kind, int Count)> Omitted
)
{
    /// <summary>So many of each kind are shown.</summary>
    public const int MostOfAKind = 100;

    /// <summary>The part of a difference that is shown.</summary>
    /// <param name="difference">All that was found.</param>
    /// <param name="most">So many of each kind.</param>
    public static ShownDifference Of(PolicyDifference difference, int most = MostOfAKind)
    {
        ArgumentNullException.ThrowIfNull(difference);
        var kinds = difference.Changes.GroupBy(change => change.Kind, StringComparer.Ordinal).ToList();
        var omitted = kinds
            .Select(kind => (Kind: kind.Key, Count: kind.Count() - most))
            .Prepend(("class", difference.Regions.Length - most));
        return new ShownDifference(
            [.. difference.Regions.Take(most)],
            [.. kinds.SelectMany(kind => kind.Take(most))],
            [.. omitted.Where(each => each.Item2 > 0)]
        );
    }
}
