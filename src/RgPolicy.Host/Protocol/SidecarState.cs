namespace RgPolicy.Host.Protocol;

/// <summary>What the sidecar says of itself.</summary>
/// <param name="Version">The sidecar's version.</param>
/// <param name="MoverProcessId">The mover.</param>
/// <param name="GuardProcessId">The guard.</param>
/// <param name="Postmaster">The DBMS's main process that it guards, or null when that does not run.</param>
/// <param name="Levers">Each lever's state.</param>
/// <param name="Pools">Each configured pool, read back.</param>
/// <param name="Moved">Processes in a pool at this moment.</param>
/// <param name="MovesDone">Moves since the start.</param>
/// <param name="MovesRefused">Refusals since the start.</param>
/// <param name="WorstMoveMicroseconds">The longest move so far.</param>
internal sealed record SidecarState(
    string Version,
    int MoverProcessId,
    int GuardProcessId,
    int? Postmaster,
    IReadOnlyList<LeverReport> Levers,
    IReadOnlyList<PoolOutcome> Pools,
    IReadOnlyList<MoveRequest> Moved,
    long MovesDone,
    long MovesRefused,
    long WorstMoveMicroseconds
)
{
    /// <summary>Where its journal is: <c>rgp-sidecar reset --state-dir</c> wants it.</summary>
    public string? StateDirectory { get; init; }

    /// <summary>How many pools and parts of pools it takes together; null where it takes no parts, as one does that is
    /// older than these.</summary>
    public int? MostPools { get; init; }

    /// <summary>Why it takes no parts of pools; null where it takes some, or is older than these.</summary>
    public string? WhyNoParts { get; init; }

    /// <summary>Whether root lets it sample what queries touch of their memory; null of a sidecar that
    /// cannot.</summary>
    public bool? MaySample { get; init; }

    /// <summary>What another program changed of what the pools rest on, and what became of it; null for
    /// nothing.</summary>
    public IReadOnlyList<string>? Drift { get; init; }

    /// <summary>Of the processes in pools those that the kernel does not show there at this moment; null for
    /// none.</summary>
    public IReadOnlyList<int>? Displaced { get; init; }
}

/// <summary>Whether a lever really has an effect on this host, for the DBMS's processes, at this moment.</summary>
/// <param name="Lever"><c>cpu_cgroup</c>, <c>affinity</c>, <c>io_priority</c>, <c>read_limit</c>, <c>cache</c>,
/// <c>memory_bandwidth</c>, <c>nice</c>.</param>
/// <param name="State"><c>used</c>, <c>available</c>, <c>inert</c> or <c>missing</c>.</param>
/// <param name="Reason">Why, for people.</param>
/// <param name="Fix">The command that would fix it, or null.</param>
internal sealed record LeverReport(string Lever, string State, string Reason, string? Fix);
