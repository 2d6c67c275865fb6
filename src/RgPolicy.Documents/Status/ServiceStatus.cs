namespace RgPolicy.Documents.Status;

/// <summary>The process that governs.</summary>
/// <param name="ProcessId">Its process id.</param>
/// <param name="UptimeSeconds">Since its loop began.</param>
/// <param name="CpuSeconds">CPU time of all its threads.</param>
/// <param name="ServerCpuSeconds">CPU time of its sessions in the server; null where it cannot be read.</param>
/// <param name="MemoryBytes">Resident memory.</param>
/// <param name="Turns">Turns of the loop.</param>
/// <param name="LogLost">Lines of the log that could not be written.</param>
public sealed record ServiceStatus(
    long? ProcessId,
    double? UptimeSeconds,
    double? CpuSeconds,
    double? ServerCpuSeconds,
    long? MemoryBytes,
    long? Turns,
    long? LogLost
);
