using System.Numerics;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Allot;

/// <summary>What a processor allows of capacity masks and memory bandwidth.</summary>
/// <param name="Ways">Bits of a mask; 0 without cache allocation.</param>
/// <param name="LeastBits">Least number of neighbouring bits in a mask; at least 1.</param>
/// <param name="ShareableBits">Ways that other hardware fills too.</param>
/// <param name="IsSparse">A mask may have holes.</param>
/// <param name="Classes">Classes of service, the default one included.</param>
/// <param name="DomainIds">The L3 domains by number; at least one.</param>
internal sealed record CacheHardware(
    int Ways,
    int LeastBits,
    ulong ShareableBits,
    bool IsSparse,
    int Classes,
    ImmutableArray<int> DomainIds
)
{
    /// <summary>A single way hurts even queries that do not profit from the cache [ICDE'18].</summary>
    private const int LeastUseful = 2;

    /// <summary>The classes are one server's part of the host's, which others have parts of too.</summary>
    public bool IsPart { get; init; }

    /// <summary>Another server has exclusive ways: a pool whose share is every way cannot use the default
    /// class.</summary>
    public bool IsBesideExclusive { get; init; }

    /// <summary>How few classes of service there are, as a reason.</summary>
    public string Few =>
        IsPart
            ? string.Create(CultureInfo.InvariantCulture, $"its part of the host's is only {Classes}")
            : string.Create(CultureInfo.InvariantCulture, $"the processor has only {Classes}");

    /// <summary>Every way.</summary>
    public ulong FullMask => MaskOf(0, Ways);

    /// <summary>The fewest ways that any pool is given: two, or more where the processor wants more, or
    /// all where there are fewer.</summary>
    public int LeastWays => Math.Min(Ways, Math.Max(LeastBits, LeastUseful));

    public static CacheHardware Of(TargetProfile target, CpuMap map, HostTerms? terms = null) =>
        new(
            target.LlcWays,
            Math.Max(1, target.MinimumMaskBits),
            target.ShareableBits,
            target.HasSparseMasks,
            target.ClassesOfService,
            [.. map.Domains.Select(domain => domain.Id)]
        )
        {
            IsPart = terms is not null,
            IsBesideExclusive = terms is { HasExclusive: true },
        };

    /// <summary>A run of ways as a mask.</summary>
    public static ulong MaskOf(int first, int count) =>
        count == 0 ? 0 : (count >= 64 ? ulong.MaxValue : (1UL << count) - 1) << first;

    /// <summary>True when the kernel accepts the mask.</summary>
    public bool IsLegal(ulong mask)
    {
        var first = mask >> BitOperations.TrailingZeroCount(mask);
        var run = BitOperations.TrailingZeroCount(~first);
        return mask != 0
            && (mask & ~FullMask) == 0
            && run >= LeastBits
            && (IsSparse || run == BitOperations.PopCount(mask));
    }
}
