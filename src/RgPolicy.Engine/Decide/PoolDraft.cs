using System.Collections.Immutable;
using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Decide;

/// <summary>A pool's settings resolved against a target's size, before pools are compared with each other.</summary>
internal sealed record PoolDraft
{
    private const double DefaultWeight = 100;

    /// <summary>Intel's and AMD's smallest useful step of memory bandwidth allocation, percent.</summary>
    private const int LeastBandwidth = 10;

    public required Pool Pool { get; init; }

    public double Weight { get; init; } = DefaultWeight;

    /// <summary>Has a <c>cpu cap</c>, which comes to the lowest safe weight.</summary>
    public bool IsCapped { get; init; }

    public ImmutableArray<int>? Cores { get; init; }

    public int? WayCount { get; init; }

    public int? MemoryBandwidthPercent { get; init; }

    /// <summary>Why the ways are not as written, or empty.</summary>
    public string CacheNote { get; init; } = "";

    public static PoolDraft Of(Pool pool, Policy policy, TargetProfile target) => new()
    {
        Pool = pool,
        Weight = Amount(pool, SettingName.CpuWeight)?.ToDouble() ?? DefaultWeight,
        IsCapped = pool.Find(SettingName.CpuCap) is not null,
        Cores = pool.Find(SettingName.Cores)?.Value is CoreSetValue cores ? CoreSets.Resolve(cores, target) : null,
        WayCount = pool.Find(SettingName.Cache)?.Value is CacheValue cache ? Ways(cache, target) : null,
        CacheNote = CacheNotes(pool, policy),
        MemoryBandwidthPercent = Bandwidth(pool, target),
    };

    /// <summary>True when a process in this pool has less of anything but the CPU's time than one in the favoured pool's place.</summary>
    public bool NarrowsMoreThan(PoolDraft favoured, TargetProfile target) =>
        WayCount < target.LlcWays
        || Cores?.Length < target.Cores
        || MemoryBandwidthPercent < 100;

    private static Rational? Amount(Pool pool, SettingName name) => (pool.Find(name)?.Value as AmountValue)?.Amount;

    /// <summary>Rounded down, but never one way where there are two: a single way hurts even scans [ICDE'18].</summary>
    private static int? Ways(CacheValue cache, TargetProfile target)
    {
        if (target.LlcWays == 0)
        {
            return null;
        }

        var wanted = cache.Ways ?? (int)((cache.Percent ?? 100) * target.LlcWays / 100).Floor();
        var least = Math.Max(Math.Max(2, cache.AtLeastWays ?? 0), target.MinimumMaskBits);
        return Math.Min(Math.Max(wanted, least), target.LlcWays);
    }

    private static string CacheNotes(Pool pool, Policy policy)
    {
        var notes = new List<string>();
        if (policy.CacheStrategy is { Kind: not CacheStrategyKind.Static })
        {
            notes.Add("the cache strategy is degraded to static");
        }

        if (pool.Find(SettingName.Cache)?.Value is CacheValue { Exclusive: true })
        {
            notes.Add("exclusive is degraded: pools with wider masks share these ways");
        }

        return string.Join("; ", notes);
    }

    private static int? Bandwidth(Pool pool, TargetProfile target) =>
        target.HasMemoryBandwidthAllocation
        && pool.Find(SettingName.MemoryBandwidth)?.Value is AmountValue { Type: Language.Signals.SignalType.Percent } amount
            ? (int)Math.Clamp(Math.Floor(amount.Amount.ToDouble()), LeastBandwidth, 100)
            : null;
}
