using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>Versions from 0. Between two of them there is always another one: 15, 15.0.1, 15.1.</summary>
internal sealed record VersionAxis(Signal Signal, Cut<VersionKey>[] Cuts) : OrderedAxis<VersionKey>(Signal, Cuts)
{
    public static bool IsBeforeAll(Cut<VersionKey> cut) => !cut.IsAfter && cut.Value.Parts.All(part => part == 0);

    public VersionKey Value(int cell)
    {
        var begin = Begin(cell) ?? new Cut<VersionKey>(new VersionKey([0]), false);
        return begin.IsAfter ? Behind(begin.Value, End(cell)?.Value) : begin.Value;
    }

    /// <summary>A version behind one and before another: one more in a part as far in front as there can be.</summary>
    private static VersionKey Behind(VersionKey low, VersionKey? high)
    {
        for (var place = 0; ; place++)
        {
            var parts = low
                .Parts.Concat(Enumerable.Repeat(0L, Math.Max(0, place + 1 - low.Parts.Length)))
                .Take(place + 1)
                .ToArray();
            parts[place]++;
            var candidate = new VersionKey(ImmutableArray.Create(parts));
            if (high is null || candidate.CompareTo(high.Value) < 0)
                return candidate;
        }
    }
}

/// <summary>A version that can be compared: part by part, missing parts are 0.</summary>
internal readonly record struct VersionKey(ImmutableArray<long> Parts) : IComparable<VersionKey>
{
    public int CompareTo(VersionKey other)
    {
        for (var index = 0; index < Math.Max(Parts.Length, other.Parts.Length); index++)
        {
            var order = Part(index).CompareTo(other.Part(index));
            if (order != 0)
                return order;
        }

        return 0;
    }

    public bool Equals(VersionKey other) => CompareTo(other) == 0;

    public override int GetHashCode() => Parts.Where(part => part != 0).Aggregate(0, HashCode.Combine);

    public override string ToString() =>
        string.Join('.', Parts.Select(part => part.ToString(CultureInfo.InvariantCulture)));

    private long Part(int index) => index < Parts.Length ? Parts[index] : 0;
}
