using RgPolicy.Engine.Signals.Scales;

namespace RgPolicy.Engine.Classify.Index;

/// <summary>A requirement as it is checked.</summary>
internal readonly struct RankTest
{
    private readonly int _low;
    private readonly uint _span;
    private readonly ulong[]? _bits;

    public RankTest(Requirement requirement)
    {
        Slot = requirement.Slot;
        var ranges = requirement.Set.Ranges;

        // No rank is as high as that of the empty set.
        _low = ranges.IsEmpty ? int.MaxValue : ranges[0].Low;
        _span = ranges.IsEmpty ? 0 : (uint)(ranges[^1].High - _low);
        _bits = ranges.Length > 1 ? Bits(requirement.Set) : null;
    }

    public int Slot { get; }

    /// <summary>The answer for a rank; <see cref="Slots.Unknown"/> is in no set.</summary>
    public bool Holds(int rank)
    {
        // Unknown is below every low end, and so wraps to far above the span.
        var offset = (uint)(rank - _low);
        return offset <= _span && (_bits is null || (_bits[rank >> 6] >> rank & 1) != 0);
    }

    private static ulong[] Bits(RankSet set)
    {
        var bits = new ulong[(set.Ranges[^1].High >> 6) + 1];
        foreach (var rank in set.Ranks)
            bits[rank >> 6] |= 1UL << rank;

        return bits;
    }
}
