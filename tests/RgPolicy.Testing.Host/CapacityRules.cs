using System.Numerics;

namespace RgPolicy.Testing.Host;

/// <summary>Which masks the kernel accepts, beside which others, and what a new group begins with.</summary>
internal static class CapacityRules
{
    /// <summary>Why a mask is impossible on this processor, or null.</summary>
    internal static string? Refuse(ResctrlShape shape, ulong mask)
    {
        if ((shape.LeastBits > 0 && mask == 0) || mask > shape.FullMask)
            return "Mask out of range";

        var first = BitOperations.TrailingZeroCount(mask);
        var run = mask == 0 ? 0 : BitOperations.TrailingZeroCount(~(mask >> first));
        if (!shape.IsSparse && mask != 0 && mask >> first >> run != 0)
            return $"The mask {mask:x} has non-consecutive 1-bits";

        return run < shape.LeastBits ? $"Need at least {shape.LeastBits} bits in the mask" : null;
    }

    /// <summary>Whether a mask overlaps an exclusive group other than this one, the code or data twin
    /// included.</summary>
    internal static bool OverlapsExclusive(
        ResctrlState state,
        ResctrlGroup group,
        string resource,
        int domain,
        ulong mask
    ) => Others(state, group).Any(other => other.IsExclusive && Overlaps(state, other, resource, domain, mask));

    /// <summary>Whether a mask overlaps any other group or the hardware's shareable bits.</summary>
    internal static bool OverlapsAny(ResctrlState state, ResctrlGroup group, string resource, int domain, ulong mask) =>
        (mask & state.Shape.ShareableBits) != 0
        || Others(state, group).Any(other => Overlaps(state, other, resource, domain, mask));

    /// <summary>A new group's mask, or null with no space for one: the first run of what is shareable
    /// or unused.</summary>
    internal static ulong? Initial(ResctrlState state, int domain)
    {
        var shape = state.Shape;
        var (used, mine) = (shape.ShareableBits, shape.ShareableBits);
        foreach (var group in state.AllControl)
        {
            var mask = Peers(state).Aggregate(0UL, (sum, peer) => sum | group.Values.GetValueOrDefault((peer, domain)));
            used |= mask;
            mine |= group.IsExclusive ? 0 : mask;
        }

        mine |= ~used & shape.FullMask;
        if (mine == 0)
            return shape.LeastBits == 0 ? 0 : null;

        var first = BitOperations.TrailingZeroCount(mine);
        var run = BitOperations.TrailingZeroCount(~(mine >> first));
        var mask0 = (run == 64 ? ulong.MaxValue : (1UL << run) - 1) << first;
        return run < shape.LeastBits ? null : mask0;
    }

    private static IEnumerable<ResctrlGroup> Others(ResctrlState state, ResctrlGroup group) =>
        state.AllControl.Where(other => other != group);

    private static bool Overlaps(ResctrlState state, ResctrlGroup other, string resource, int domain, ulong mask) =>
        Peers(state).Any(peer => (other.Values.GetValueOrDefault((peer, domain)) & mask) != 0)
        && state.Shape.Caches.Contains(resource, StringComparer.Ordinal);

    // With code and data apart both are masks of the same ways.
    private static ImmutableArray<string> Peers(ResctrlState state) => state.Shape.Caches;
}
