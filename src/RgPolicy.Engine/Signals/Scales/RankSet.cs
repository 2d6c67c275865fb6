namespace RgPolicy.Engine.Signals.Scales;

/// <summary>A set of ranks of one scale, as ascending ranges that do not touch.</summary>
internal sealed class RankSet
{
    private RankSet(ImmutableArray<(int Low, int High)> ranges) => Ranges = ranges;

    public static RankSet None { get; } = new([]);

    /// <summary>Closed ranges.</summary>
    public ImmutableArray<(int Low, int High)> Ranges { get; }

    /// <summary>How many ranks it has.</summary>
    public int Count => Ranges.Sum(range => range.High - range.Low + 1);

    public IEnumerable<int> Ranks =>
        Ranges.SelectMany(range => Enumerable.Range(range.Low, range.High - range.Low + 1));

    public static RankSet Of(int rank) => new([(rank, rank)]);

    public static RankSet Between(int low, int high) => low > high ? None : new([(low, high)]);

    /// <summary>What is in at least one of the sets.</summary>
    public static RankSet Union(IEnumerable<RankSet> sets)
    {
        var ranges = new List<(int Low, int High)>();
        foreach (var range in sets.SelectMany(set => set.Ranges).Order())
        {
            if (ranges.Count > 0 && range.Low <= ranges[^1].High + 1)
                ranges[^1] = (ranges[^1].Low, Math.Max(ranges[^1].High, range.High));
            else
                ranges.Add(range);
        }

        return new([.. ranges]);
    }

    /// <summary>All ranks below a number that are not in the set.</summary>
    public RankSet Complement(int rankCount)
    {
        var ranges = ImmutableArray.CreateBuilder<(int Low, int High)>();
        var next = 0;
        foreach (var (low, high) in Ranges)
        {
            if (low > next)
                ranges.Add((next, low - 1));

            next = high + 1;
        }

        if (next < rankCount)
            ranges.Add((next, rankCount - 1));

        return new(ranges.ToImmutable());
    }

    /// <summary>What is in both sets, whose ranks are below a number.</summary>
    public RankSet Intersect(RankSet other, int rankCount) =>
        Union([Complement(rankCount), other.Complement(rankCount)]).Complement(rankCount);
}
