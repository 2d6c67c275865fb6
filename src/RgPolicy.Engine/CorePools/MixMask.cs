using System.Numerics;
using RgPolicy.Engine.Allot;

namespace RgPolicy.Engine.CorePools;

/// <summary>What the queries that run in a pool may have together: whatever one of them may have, all
/// its CPUs have.</summary>
internal sealed record MixMask(ImmutableArray<DomainMask> Masks, int? MemoryBandwidthPercent)
{
    /// <summary>The two together, as one run of ways where the processor wants no holes.</summary>
    public MixMask With(MixMask other, CacheHardware hardware) =>
        new(
            [
                .. Masks.Select(
                    (mask, index) => mask with { Mask = Together(mask.Mask | other.Masks[index].Mask, hardware) }
                ),
            ],
            MemoryBandwidthPercent is { } one && other.MemoryBandwidthPercent is { } two ? Math.Max(one, two) : null
        );

    /// <summary>True when nothing of another is missing.</summary>
    public bool Holds(MixMask other) =>
        Masks.Zip(other.Masks).All(pair => (pair.Second.Mask & ~pair.First.Mask) == 0)
        && (
            MemoryBandwidthPercent is not { } percent
            || (other.MemoryBandwidthPercent is { } wanted && wanted <= percent)
        );

    /// <summary>True for the same.</summary>
    public bool IsSame(MixMask other) => Holds(other) && other.Holds(this);

    private static ulong Together(ulong mask, CacheHardware hardware)
    {
        if (hardware.IsSparse || mask == 0)
            return mask;
        var first = BitOperations.TrailingZeroCount(mask);
        return CacheHardware.MaskOf(first, 64 - BitOperations.LeadingZeroCount(mask) - first);
    }
}
