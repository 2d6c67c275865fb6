namespace RgPolicy.Host.Protocol;

/// <summary>Puts one process into a pool; pool 0 gives it back everything it had before it was first moved.</summary>
/// <param name="ProcessId">The process, as the sidecar's PID namespace numbers it; above 1.</param>
/// <param name="Pool">A configured pool's number, or 0 to release.</param>
public readonly record struct MoveRequest(int ProcessId, int Pool);
