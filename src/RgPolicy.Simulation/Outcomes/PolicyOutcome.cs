namespace RgPolicy.Simulation.Outcomes;

/// <summary>A mix under a policy.</summary>
/// <param name="Run">What happened.</param>
/// <param name="Gains">Query by query, against ungoverned.</param>
internal sealed record PolicyOutcome(RunOutcome Run, ImmutableArray<QueryGain> Gains)
{
    /// <summary>Less than this is not told from nothing.</summary>
    public const double Noticeable = 0.01;

    /// <summary>Queries that are slower than ungoverned by more than that, and by more than chance.</summary>
    public IEnumerable<QueryGain> Worse =>
        Gains.Where(each => each.Gain < -Math.Max(Noticeable, LossOf(each.Chance ?? 0)));

    // Chance is how much longer a play takes; of a gain that is what a loss divides by.
    private static double LossOf(double chance) => chance / (1 + chance);

    /// <summary>Queries of which nothing can be told.</summary>
    public IEnumerable<QueryGain> Unknown => Gains.Where(each => each.Gain is null);

    /// <summary>Compares the runs.</summary>
    internal static PolicyOutcome Of(
        RunOutcome free,
        RunOutcome governed,
        ImmutableArray<(RunOutcome Free, RunOutcome Governed)> drawn,
        params RunOutcome[][] shifted
    ) => new(governed, [.. free.Queries.Select((_, index) => Of(index, free, governed, drawn, shifted))]);

    private static QueryGain Of(
        int index,
        RunOutcome free,
        RunOutcome governed,
        ImmutableArray<(RunOutcome Free, RunOutcome Governed)> drawn,
        RunOutcome[][] shifted
    )
    {
        var gain = GainOf(index, free, governed);
        var all = drawn.Select(each => GainOf(index, each.Free, each.Governed)).Append(gain).ToList();
        var isKnown = drawn.Length > 0 && all.TrueForAll(each => each is not null);
        return new QueryGain(
            free.Queries[index].Name,
            gain,
            isKnown ? all.Min() : null,
            isKnown ? all.Max() : null,
            ThroughputOf(index, free, governed)
        )
        {
            Chance = ChanceOf(index, free, governed, shifted),
        };
    }

    // Of the ungoverned plays or of the governed ones, whichever differ more.
    private static double? ChanceOf(int index, RunOutcome free, RunOutcome governed, RunOutcome[][] shifted) =>
        shifted is not [var otherFree, var otherGoverned]
            ? null
            : Larger(SpreadOf(index, free, otherFree), SpreadOf(index, governed, otherGoverned));

    private static double? Larger(double? one, double? other) =>
        one is { } first && other is { } second ? Math.Max(first, second) : null;

    // How far the slowest play is from the fastest; the first has no gain over itself.
    private static double? SpreadOf(int index, RunOutcome first, RunOutcome[] others)
    {
        var gains = Array.ConvertAll(others, each => GainOf(index, first, each));
        return gains.Length == 0 || Array.Exists(gains, each => each is null or <= -1)
            ? null
            : ((1 + Math.Max(0, gains.Max() ?? 0)) / (1 + Math.Min(0, gains.Min() ?? 0))) - 1;
    }

    // Runs that were cut ended at different times, which nothing can be told from.
    private static double? GainOf(int index, RunOutcome free, RunOutcome governed) =>
        free.IsCut || governed.IsCut ? null : GainOf(free.Queries[index], governed.Queries[index]);

    private static double? GainOf(QueryOutcome free, QueryOutcome governed) =>
        (free.ResponseSeconds, governed.ResponseSeconds) switch
        {
            ({ } slow, { } fast) when fast > 0 => (slow / fast) - 1,
            ({ }, null) when governed.Unfinished > 0 => -1,
            _ => null,
        };

    private static double? ThroughputOf(int index, RunOutcome free, RunOutcome governed) =>
        !free.IsCut && !governed.IsCut && free.Queries[index].Executions is > 0 and var before
            ? (governed.Queries[index].Executions / before) - 1
            : null;
}

/// <summary>A mix ungoverned and under policies.</summary>
/// <param name="Ungoverned">What the policies are compared with: the mix without a governor, or under the same policy
/// without its cache allocation.</param>
/// <param name="Policies">Under each policy.</param>
internal sealed record Comparison(RunOutcome Ungoverned, ImmutableArray<PolicyOutcome> Policies);
