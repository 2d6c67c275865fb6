namespace RgPolicy.Documents.Status;

/// <summary>The loop's side of the sidecar.</summary>
/// <param name="IsReady">Whether it holds the pools.</param>
/// <param name="Version">Null while it has not answered.</param>
/// <param name="MoverProcessId">Null while it has not answered.</param>
/// <param name="GuardProcessId">Null while it has not answered.</param>
/// <param name="MovedProcesses">Processes in pools now; null while it has not answered.</param>
/// <param name="MovesDone">Moves read back.</param>
/// <param name="MovesFailed">Moves refused or failed.</param>
/// <param name="WorstMoveSeconds">The longest move.</param>
/// <param name="Losses">How often it was lost.</param>
/// <param name="Error">The last loss or refusal; null while all is well.</param>
public sealed record SidecarStatus(
    bool? IsReady,
    string? Version,
    long? MoverProcessId,
    long? GuardProcessId,
    long? MovedProcesses,
    long? MovesDone,
    long? MovesFailed,
    double? WorstMoveSeconds,
    long? Losses,
    string? Error
);
