using RgPolicy.Language.Model;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Allot;

/// <summary>A pool's settings resolved against a target's size, before pools are compared with each other.</summary>
internal sealed record PoolDraft
{
    public required Pool Pool { get; init; }

    public double Weight { get; init; } = TargetLevers.UsualWeight;

    /// <summary>Has a <c>cpu cap</c>, which comes to the lowest safe weight.</summary>
    public bool IsCapped { get; init; }

    public ImmutableArray<int>? Cores { get; init; }

    public int? WayCount { get; init; }

    /// <summary>Never fewer ways than these.</summary>
    public int FloorWays { get; init; }

    public bool IsExclusive { get; init; }

    /// <summary>Its masks change with what runs, so its processes are moved even when it is as wide as
    /// can be.</summary>
    public bool IsSplit { get; init; }

    public int? MemoryBandwidthPercent { get; init; }

    /// <summary>Most bytes per second from each disk; null for no limit.</summary>
    public long? ReadBytesPerSecond { get; init; }

    /// <summary>Most reads per second from each disk; null for no limit.</summary>
    public int? ReadsPerSecond { get; init; }

    /// <summary>Its class of service; null for the default one.</summary>
    public ServiceClass? Class { get; init; }

    /// <summary>Why the ways are not as written, or empty.</summary>
    public string CacheNote { get; init; } = "";

    public static PoolDraft Of(Pool pool, Policy policy, TargetProfile target, CpuMap map) =>
        new()
        {
            Pool = pool,
            Weight = Amount(pool, SettingName.CpuWeight)?.ToDouble() ?? TargetLevers.UsualWeight,
            IsCapped = pool.Find(SettingName.CpuCap) is not null,
            Cores = pool.Find(SettingName.Cores)?.Value is CoreSetValue cores ? CoreSets.Resolve(cores, map) : null,
            WayCount = pool.Find(SettingName.Cache)?.Value is CacheValue cache ? Ways(cache, target) : null,
            FloorWays = (pool.Find(SettingName.Cache)?.Value as CacheValue)?.AtLeastWays ?? 0,
            IsExclusive = target.LlcWays > 0 && pool.Find(SettingName.Cache)?.Value is CacheValue { Exclusive: true },
            CacheNote = CacheNotes(policy, target),
            IsSplit = CacheStrategies.Splits(policy, target) && pool.Find(SettingName.Cache) is not null,

            MemoryBandwidthPercent = Bandwidth(pool, target),
            ReadBytesPerSecond = target.LimitsReads ? Rate(pool, SettingName.IoRead, long.MaxValue / 2) : null,
            ReadsPerSecond = target.LimitsReads ? (int?)Rate(pool, SettingName.IoReads, int.MaxValue) : null,
        };

    /// <summary>True when a process in this pool has less of anything but the CPU's time than one in the protected
    /// pool's place.</summary>
    public bool ThrottlesMoreThan(PoolDraft protectedPool, TargetProfile target) =>
        IsSplit
        || WayCount < target.LlcWays
        || Cores?.Length < target.Cores
        || MemoryBandwidthPercent < 100
        || ReadBytesPerSecond is not null
        || ReadsPerSecond is not null;

    /// <summary>
    /// With what the solver found for it. A pool without a limit stays in the default class, and needs
    /// no note but where it had asked for one.
    /// </summary>
    public PoolDraft Take(CacheLayout layout, CacheHardware hardware)
    {
        var found = layout.ClassOf(Pool.Index);
        var isOffered = hardware.Classes >= 2;
        return this with
        {
            Class = found,
            WayCount = WayCount is null || !isOffered ? null : found?.Ways ?? hardware.Ways,
            MemoryBandwidthPercent = MemoryBandwidthPercent is null || !isOffered ? null : found?.Bandwidth ?? 100,
            CacheNote = string.Join("; ", layout.NotesOf(Pool.Index).Prepend(CacheNote).Where(note => note.Length > 0)),
        };
    }

    /// <summary>The masks of its class; none in the default class.</summary>
    public ImmutableArray<DomainMask> Masks(CacheHardware hardware) =>
        Class is not { } own ? [] : [.. hardware.DomainIds.Select((id, index) => new DomainMask(id, own.Masks[index]))];

    private static Rational? Amount(Pool pool, SettingName name) => (pool.Find(name)?.Value as AmountValue)?.Amount;

    /// <summary>Rounded down, at least 1.</summary>
    private static long? Rate(Pool pool, SettingName name, long most) =>
        Amount(pool, name) is { } amount ? (long)Math.Clamp(Math.Floor(amount.ToDouble()), 1, most) : null;

    /// <summary>Rounded down, but never one way where there are two: a single way hurts even scans [ICDE'18].</summary>
    private static int? Ways(CacheValue cache, TargetProfile target)
    {
        if (target.LlcWays == 0)
            return null;

        var wanted =
            cache.Ways
            ?? (cache.Percent is { } percent ? (int)(percent * target.LlcWays / 100).Floor() : target.LlcWays);
        var least = Math.Max(Math.Max(2, cache.AtLeastWays ?? 0), target.MinimumMaskBits);
        return Math.Min(Math.Max(wanted, least), target.LlcWays);
    }

    private static string CacheNotes(Policy policy, TargetProfile target) =>
        policy.CacheStrategy switch
        {
            null or { Kind: CacheStrategyKind.Static } => "",
            _ when CacheStrategies.Splits(policy, target) => "the most: what runs decides",
            _ => "the cache strategy is degraded to static",
        };

    /// <summary>Rounded up to the processor's step, as the kernel does, so that what is asked for is
    /// what is read back.</summary>
    private static int? Bandwidth(Pool pool, TargetProfile target)
    {
        if (
            !target.HasMemoryBandwidthAllocation
            || pool.Find(SettingName.MemoryBandwidth)?.Value
                is not AmountValue { Type: Language.Signals.SignalType.Percent } amount
        )
            return null;

        var percent = Math.Clamp((int)Math.Ceiling(amount.Amount.ToDouble()), target.LeastBandwidthPercent, 100);
        var steps = (percent + target.BandwidthStepPercent - 1) / target.BandwidthStepPercent;
        return Math.Min(steps * target.BandwidthStepPercent, 100);
    }
}

/// <summary>Where a strategy that changes masks at run time can be carried out.</summary>
internal static class CacheStrategies
{
    /// <summary>True where running queries have masks of their own, and there is more than one class to
    /// choose from.</summary>
    public static bool AreCarriedOut(TargetProfile target) =>
        TargetLevers.MovesProcesses(target) && target is { LlcWays: > 1, ClassesOfService: > 2 };

    /// <summary>True when a pool's masks change with what runs, so that its processes must be in a
    /// group of their own.</summary>
    public static bool Splits(Policy policy, TargetProfile target) =>
        AreCarriedOut(target)
        && policy.CacheStrategy switch
        {
            { Kind: CacheStrategyKind.Dynamic or CacheStrategyKind.Locality } => true,
            { Kind: CacheStrategyKind.Objective } => !policy.Objectives.IsEmpty,
            _ => false,
        };
}
