namespace RgPolicy.Engine.Signals.Scales;

/// <summary>Some values of a number signal: those whose ranks on its scale are in a set.</summary>
internal sealed class NumberSet(NumberScale scale, RankSet ranks)
{
    /// <summary>The keys of its members, one range for each run of ranks.</summary>
    public IEnumerable<KeyRange> Keys => ranks.Ranges.Select(range => scale.KeysOf(range.Low, range.High));

    /// <summary>From the keys of its least member to those of its greatest.</summary>
    public KeyRange Hull =>
        ranks.Ranges.IsEmpty ? KeyRange.None : scale.KeysOf(ranks.Ranges[0].Low, ranks.Ranges[^1].High);

    /// <summary>Not every value of the hull is a member.</summary>
    public bool HasGaps => ranks.Ranges.Length > 1;

    /// <summary>It has one rank: a bound, or what lies between two.</summary>
    public bool IsPoint => ranks.Count == 1;

    public bool Contains(decimal number)
    {
        var rank = scale.RankOf(number);
        foreach (var (low, high) in ranks.Ranges.AsSpan())
        {
            if (rank >= low && rank <= high)
            {
                return true;
            }
        }

        return false;
    }
}
