namespace RgPolicy.Documents.Status;

/// <summary>A resource pool of the server.</summary>
/// <param name="Name">Its name.</param>
/// <param name="CpuSeconds">CPU time of all its requests.</param>
/// <param name="BusyCpus">CPUs that it keeps busy; null before two readings.</param>
/// <param name="UsedMemoryBytes">In use.</param>
/// <param name="MaxMemoryBytes">At most.</param>
/// <param name="GrantedBytes">Granted to running requests.</param>
/// <param name="GrantsWaiting">Requests that wait for a grant.</param>
/// <param name="Cpus">CPUs of its own; null for none.</param>
/// <param name="Groups">Its workload groups.</param>
public sealed record ResourcePoolStatus(
    string? Name,
    double? CpuSeconds,
    double? BusyCpus,
    long? UsedMemoryBytes,
    long? MaxMemoryBytes,
    long? GrantedBytes,
    long? GrantsWaiting,
    string? Cpus,
    IReadOnlyList<WorkloadGroupStatus>? Groups
);

/// <summary>A workload group of the server.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Active">Requests that run.</param>
/// <param name="Queued">Requests that wait for a place.</param>
/// <param name="BlockedTasks">Tasks that are blocked.</param>
/// <param name="Ended">Requests that have ended.</param>
/// <param name="EndedPerSecond">Null before two readings.</param>
/// <param name="CpuSeconds">CPU time of all its requests.</param>
public sealed record WorkloadGroupStatus(
    string? Name,
    long? Active,
    long? Queued,
    long? BlockedTasks,
    long? Ended,
    double? EndedPerSecond,
    double? CpuSeconds
);
