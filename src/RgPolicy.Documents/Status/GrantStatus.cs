namespace RgPolicy.Documents.Status;

/// <summary>A memory grant.</summary>
/// <param name="RequestedBytes">Asked for.</param>
/// <param name="GrantedBytes">Null while it waits.</param>
/// <param name="UsedBytes">Used now.</param>
/// <param name="MostUsedBytes">The most that it has used.</param>
/// <param name="IdealBytes">What would spill nothing.</param>
/// <param name="WaitedSeconds">How long it waited, or waits.</param>
public sealed record GrantStatus(
    long? RequestedBytes,
    long? GrantedBytes,
    long? UsedBytes,
    long? MostUsedBytes,
    long? IdealBytes,
    double? WaitedSeconds
);
