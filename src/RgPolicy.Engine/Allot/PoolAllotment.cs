using System.Numerics;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Allot;

/// <summary>What one pool comes to on one target.</summary>
internal sealed record PoolAllotment
{
    /// <summary>The pool.</summary>
    public required Pool Pool { get; init; }

    /// <summary>Its number towards the sidecar; 0 for the protected pool, whose processes are never moved.</summary>
    public required int Number { get; init; }

    /// <summary>The number of the pool that it is a part of: both have everything in common but ways. Null for a pool
    /// by itself.</summary>
    public int? PartOf { get; init; }

    /// <summary>Its request in the layout where that is not its pool's.</summary>
    internal int? Request { get; init; }

    /// <summary>CPU weight as a fraction of the protected pool's, 0.05 to 1; null leaves the CPU alone.</summary>
    public double? CpuShare { get; init; }

    /// <summary>Logical CPUs; null leaves affinity alone.</summary>
    public ImmutableArray<int>? Cores { get; init; }

    /// <summary>
    /// Its class of service, from 1; pools with the same number share one. Null leaves cache and memory
    /// bandwidth alone.
    /// </summary>
    public int? ServiceClass { get; init; }

    /// <summary>Its capacity masks, one for each L3 domain; empty leaves the cache alone.</summary>
    public ImmutableArray<DomainMask> Masks { get; init; } = [];

    /// <summary>Ways of its mask, the fewest of all domains; null leaves the cache alone.</summary>
    public int? WayCount => Masks.IsEmpty ? null : Masks.Min(mask => BitOperations.PopCount(mask.Mask));

    /// <summary>Memory bandwidth percent; null leaves it alone.</summary>
    public int? MemoryBandwidthPercent { get; init; }

    /// <summary>True for the lowest best-effort I/O priority.</summary>
    public bool LowIoPriority { get; init; }

    /// <summary>Most bytes per second from each disk, for statements that write nothing; null for no limit.</summary>
    public long? ReadBytesPerSecond { get; init; }

    /// <summary>Most reads per second of the same; null for no limit.</summary>
    public int? ReadsPerSecond { get; init; }

    /// <summary>True where some of its processes may have to wait for reads.</summary>
    internal bool LimitsReads => ReadBytesPerSecond is not null || ReadsPerSecond is not null;

    /// <summary>Every setting with what became of it.</summary>
    public ImmutableArray<SettingEffect> Settings { get; init; } = [];

    /// <summary>True when a process in this pool has less than one that is not governed.</summary>
    public bool Throttles => Number != 0;

    /// <summary>The same with the masks of another layout.</summary>
    internal PoolAllotment WithLayout(CacheLayout layout, CacheHardware hardware)
    {
        if (!Throttles)
            return this;

        var found = (Request is { } own ? layout.ClassOf(own) : null) ?? layout.ClassOf(Pool.Index);
        ImmutableArray<DomainMask> masks =
        [
            .. hardware.DomainIds.Select((id, index) => new DomainMask(id, found?.Masks[index] ?? hardware.FullMask)),
        ];
        return this with
        {
            ServiceClass = found?.Number,
            Masks = found is null ? [] : masks,
            Settings =
            [
                .. Settings.Select(setting =>
                    layout.IsOfHost
                        ? CacheDescriber.Shared(setting, masks, found, layout.NotesOf(Pool.Index), hardware)
                        : CacheDescriber.Split(setting, masks, found, hardware)
                ),
            ],
        };
    }

    /// <summary>The same with another CPU share, which the pool has because of an objective.</summary>
    internal PoolAllotment WithShare(double share) =>
        CpuShare == share
            ? this
            : this with
            {
                CpuShare = share,
                Settings = [.. Settings.Select(setting => SettingDescriber.Yielding(setting, share))],
            };

    /// <summary>True when a process would get the same in both pools.</summary>
    internal bool GivesTheSameAs(PoolAllotment other) =>
        PartOf == other.PartOf
        && CpuShare == other.CpuShare
        && (Cores ?? []).SequenceEqual(other.Cores ?? [])
        && ServiceClass == other.ServiceClass
        && Masks.SequenceEqual(other.Masks)
        && MemoryBandwidthPercent == other.MemoryBandwidthPercent
        && LowIoPriority == other.LowIoPriority
        && ReadBytesPerSecond == other.ReadBytesPerSecond
        && ReadsPerSecond == other.ReadsPerSecond;
}

/// <summary>What became of one setting on one target; printed by <c>why</c>, <c>status</c> and
/// <c>compile</c>.</summary>
/// <param name="Name">The setting's name, such as <c>cpu weight</c>.</param>
/// <param name="Requested">The words of the policy.</param>
/// <param name="Effective">What it comes to on this target, or null where nothing is enforced.</param>
/// <param name="Effect"><c>running</c>, <c>next_execution</c>, <c>next_session</c>, <c>instance</c> or
/// <c>none</c>.</param>
/// <param name="Reason">Why.</param>
internal sealed record SettingEffect(string Name, string Requested, string? Effective, string Effect, string Reason);
