namespace RgPolicy.Sidecar.Options;

/// <summary>What root allows any client at most.</summary>
internal sealed record Limits
{
    internal const double DefaultLeastCpuShare = 0.05;

    internal static Limits Default { get; } = new();

    /// <summary>Most pools at a time.</summary>
    internal int MaxPools { get; init; } = 32;

    /// <summary>Least CPU share; below, a process that holds what the protected pool needs would hold it too
    /// long.</summary>
    internal double LeastCpuShare { get; init; } = DefaultLeastCpuShare;

    /// <summary>Least bytes per second that a pool may be limited to when it reads; with less, a query
    /// would hardly end.</summary>
    internal const long DefaultLeastReadBytes = 1024 * 1024;

    /// <summary>Least reads per second of the same.</summary>
    internal const long DefaultLeastReads = 50;

    /// <summary>Least bytes per second that pools may be limited to.</summary>
    internal long LeastReadBytes { get; init; } = DefaultLeastReadBytes;

    /// <summary>Least reads per second that pools may be limited to.</summary>
    internal long LeastReads { get; init; } = DefaultLeastReads;

    /// <summary>CPUs that pools may be limited to; null for all.</summary>
    internal ImmutableArray<int>? AllowedCores { get; init; }

    /// <summary>Least ways of a pool's mask.</summary>
    internal int LeastWays { get; init; } = 1;

    /// <summary>Most ways of a pool's mask; null for all.</summary>
    internal int? MostWays { get; init; }

    /// <summary>Most processes in pools at a time.</summary>
    internal int MaxProcesses { get; init; } = 1000;

    /// <summary>The only pools that there may be, each with limits of its own; null for any.</summary>
    internal ImmutableArray<PoolLimits>? Pools { get; init; }

    /// <summary>Whether the mover may change the masks of the groups that it was given.</summary>
    internal bool DynamicMasks { get; init; }

    /// <summary>Whether background workers that a client vouches for may be moved, which run users' SQL without a
    /// client's connection.</summary>
    internal bool BackgroundWorkers { get; init; }

    /// <summary>Whether a client may ask what queries touch of their memory.</summary>
    internal bool Sampling { get; init; }

    /// <summary>What one pool may have; null when there may be no such pool.</summary>
    internal PoolLimits? Of(int pool) =>
        Pools is { } pools
            ? pools.FirstOrDefault(p => p.Number == pool)
            : new PoolLimits(pool)
            {
                LeastWays = LeastWays,
                MostWays = MostWays,
                AllowedCores = AllowedCores,
                LeastCpuShare = LeastCpuShare,
            };

    /// <summary>Time between two beats of the reschedule timer; zero for none.</summary>
    internal TimeSpan RescheduleInterval { get; init; } = TimeSpan.FromMilliseconds(4);

    /// <summary>Time between two writes that keep moves quick; zero for none.</summary>
    internal TimeSpan ReadyInterval { get; init; } = TimeSpan.FromMilliseconds(4);
}
