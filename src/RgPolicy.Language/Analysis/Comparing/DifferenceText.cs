namespace RgPolicy.Language.Analysis.Comparing;

/// <summary>A difference in meaning, in words.</summary>
public static class DifferenceText
{
    private const int MostNamed = 20;

    /// <summary>A region in one line: which queries get what instead of what.</summary>
    public static string Describe(ChangedRegion region)
    {
        var (old, @new) = (region.Before, region.After);
        var isOtherPool = region.ChangesLimits && (region.Beside.Length == 0 || old.Pool.Name != @new.Pool.Name);
        var limits =
            !isOtherPool ? $"pool {old.Pool.Name} as before"
            : old.Pool.Name == @new.Pool.Name ? $"pool {old.Pool.Name} with other settings"
            : $"pool {old.Pool.Name} -> {@new.Pool.Name}";
        var beside = region.Beside.Length == 0 ? "" : $"; {region.Beside} differs";
        return (old.Name == @new.Name ? $"class {old.Name}: {limits}" : $"class {old.Name} -> {@new.Name}: {limits}")
            + beside;
    }

    /// <summary>Another statement in one line.</summary>
    public static string Describe(StatementChange change) => $"{change.Statement}: {change.What}";

    /// <summary>How much of which kind changes, and whether that is all.</summary>
    public static string Conclude(PolicyDifference difference)
    {
        var undecided = difference.IsDecided ? "" : $"; not proved: {Names(difference.Undecided)}";
        if (difference.IsSame)
        {
            return (
                    difference.IsDecided
                        ? "no query changes class or limits, and no rule, state or objective acts otherwise"
                        : "no difference was found"
                ) + undecided;
        }

        var kinds = difference
            .Counts.Where(each => each.Kind != "class")
            .Select(each => Count(each.Count, each.Kind))
            .ToList();
        var others = kinds.Count == 0 ? "" : "; statements that change: " + string.Join(", ", kinds);
        return FormattableString.Invariant($"{difference.Regions.Length} regions change") + others + undecided;
    }

    /// <summary>Parts that were not decided, as many as are read.</summary>
    public static string Names(ImmutableArray<string> undecided)
    {
        var more =
            undecided.Length > MostNamed
                ? FormattableString.Invariant($" and {undecided.Length - MostNamed} more")
                : "";
        return string.Join(", ", undecided.Take(MostNamed)) + more;
    }

    /// <summary>What is left out, in one line for each kind: <c>and 12 more rules</c>.</summary>
    public static IEnumerable<string> Omissions(ShownDifference shown) =>
        shown.Omitted.Select(each =>
            FormattableString.Invariant($"and {each.Count} more {(each.Kind == "class" ? "regions" : each.Kind + "s")}")
        );

    private static string Count(int count, string kind) =>
        FormattableString.Invariant($"{count} {kind}{(count == 1 || kind == "cache strategy" ? "" : "s")}");
}

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
