using RgPolicy.Language.Analysis.Samples;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>How two policies differ in meaning.</summary>
/// <param name="Regions">Classes, region by region, in the order of the old policy's classes.</param>
/// <param name="Changes">Other statements that differ: pools, rules, states, objectives, the cache strategy.</param>
/// <param name="Undecided">The parts of which it was not decided whether they differ.</param>
public sealed record PolicyDifference(
    ImmutableArray<ChangedRegion> Regions,
    ImmutableArray<StatementChange> Changes,
    ImmutableArray<string> Undecided
)
{
    /// <summary>The statements of <see cref="Changes"/>, each once.</summary>
    public ImmutableArray<string> Statements =>
        [.. Changes.Select(change => change.Statement).Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal)];

    /// <summary>True when every part was decided.</summary>
    public bool IsDecided => Undecided.IsEmpty;

    /// <summary>True when nothing was found that differs, names of classes that nothing refers to among it.</summary>
    public bool IsSame => Regions.IsEmpty && Changes.IsEmpty;

    /// <summary>True when it is proved that every query gets the same limits and everything else is the
    /// same too.</summary>
    public bool IsEquivalent => IsDecided && Changes.IsEmpty && !Regions.Any(region => region.ChangesLimits);

    /// <summary>How many statements of each kind differ: <c>1 pool</c>, <c>2 rules</c>; classes by
    /// their regions.</summary>
    public ImmutableArray<(string Kind, int Count)> Counts =>
        [
            .. Regions
                .Select(region => (Kind: "class", region.Before.Name))
                .Distinct()
                .Concat(Changes.Select(change => (change.Kind, change.Name)).Distinct())
                .GroupBy(each => each.Kind, StringComparer.Ordinal)
                .Select(group => (group.Key, group.Count())),
        ];
}

/// <summary>Queries that two policies treat differently.</summary>
/// <param name="Before">Their class in the old policy.</param>
/// <param name="After">Their class in the new policy.</param>
/// <param name="Condition">A condition that is true for them; some of the queries for which it is true
/// go to classes above.</param>
/// <param name="Sample">One of them.</param>
/// <param name="ChangesLimits">Something that is done with them differs too, not only the name of the class.</param>
public sealed record ChangedRegion(
    QueryClass Before,
    QueryClass After,
    string Condition,
    Sample Sample,
    bool ChangesLimits
)
{
    /// <summary>What differs beside pool and settings: rules, objectives, when the class is final;
    /// empty where nothing does.</summary>
    public string Beside { get; init; } = "";
}
