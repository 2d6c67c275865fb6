using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Sidecar.Levers;

/// <summary>A pool as it can be had on this host.</summary>
internal sealed record ActivePool
{
    internal required PoolSpec Spec { get; init; }

    /// <summary>Its cpu cgroup, or null.</summary>
    internal CpuGroup? Cpu { get; init; }

    /// <summary>How many runnable processes outside the pools its weight is for: it has its share of the weight of all
    /// of them together.</summary>
    internal double Beside { get; init; } = 1;

    /// <summary>What its weight has on top, because of programs outside the server, in weights of one
    /// process.</summary>
    internal double Parity { get; init; }

    /// <summary>Whether its processes are left in their own cgroup for now: there is nothing to protect.</summary>
    internal bool IsRelaxed { get; init; }

    /// <summary>Its resctrl group, or null.</summary>
    internal CacheGroup? Cache { get; init; }

    /// <summary>Its blkio group, or null.</summary>
    internal ReadGroup? Reads { get; init; }

    /// <summary>The CPUs to limit to, or null.</summary>
    internal ImmutableArray<int>? Cores { get; init; }

    /// <summary>Whether the I/O priority is lowered.</summary>
    internal bool LowIoPriority { get; init; }

    /// <summary>What could not be had.</summary>
    internal ImmutableArray<string> Problems { get; init; } = [];

    /// <summary>The pool as it is for a process: the limit of reads is only for one whose statement
    /// writes nothing.</summary>
    internal ActivePool For(bool mayWaitForReads) =>
        mayWaitForReads
            ? this
            : this with
            {
                Reads = null,
                Spec = Spec with { ReadBytesPerSecond = null, ReadsPerSecond = null },
            };

    /// <summary>Whether a process gets from it what it got from another.</summary>
    internal bool GivesTheSameAs(ActivePool? other) =>
        other is not null
        && Cpu == other.Cpu
        && IsRelaxed == other.IsRelaxed
        && Cache == other.Cache
        && LowIoPriority == other.LowIoPriority
        && Reads == other.Reads
        && (Cores ?? []).SequenceEqual(other.Cores ?? []);

    /// <summary>What its group's weight is to be; null without a group.</summary>
    internal int? CpuWeight(RequestLimits limits) =>
        Cpu is { } group ? CpuGroups.WeightValue(group.Version, limits.Share(Spec) * Beside + Parity) : null;

    /// <summary>Its state, read back now.</summary>
    internal PoolOutcome ReadBack(FileRoot root)
    {
        var cpu = Cpu is null ? null : CpuGroups.ReadBack(root, Cpu, Beside, Parity);
        var lost = Cpu is not null && cpu is null ? Problems.Add("cpu: the group is gone") : Problems;
        var lever = IsRelaxed && cpu is not null ? cpu.Value.Lever + ", relaxed: nothing to protect" : cpu?.Lever;
        return new PoolOutcome(
            Spec.Number,
            cpu?.Share,
            lever,
            Cache is null ? null : CacheGroups.ReadBack(root, Cache),
            lost
        )
        {
            IsRelaxed = IsRelaxed && cpu is not null,
            ReadLimit = Reads is null ? null : ReadGroups.ReadBack(root, Reads),
            CacheCpus = Cache is null ? null : CacheGroups.ReadCpus(root, Cache),
        };
    }
}
