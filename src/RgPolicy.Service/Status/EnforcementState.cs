using RgPolicy.Host.Protocol;

namespace RgPolicy.Service.Status;

/// <summary>The loop's side of the sidecar.</summary>
/// <param name="IsReady">Whether the sidecar holds the pools.</param>
/// <param name="LastError">The last loss or refusal; null while all is well.</param>
/// <param name="Losses">How often the sidecar was lost.</param>
/// <param name="Pools">As read back when they were configured.</param>
/// <param name="Done">Moves carried out and read back.</param>
/// <param name="Failed">Moves refused or failed.</param>
internal sealed record EnforcementState(
    bool IsReady,
    string? LastError,
    long Losses,
    IReadOnlyList<PoolOutcome> Pools,
    long Done,
    long Failed
);
