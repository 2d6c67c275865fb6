namespace RgPolicy.Documents.Status;

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
