namespace RgPolicy.Engine.Observe.Resources;

/// <summary>A request's workspace memory, bytes.</summary>
/// <param name="RequestedBytes">Asked for.</param>
/// <param name="GrantedBytes">Granted; null while it waits.</param>
/// <param name="UsedBytes">Used at present; null while it waits.</param>
/// <param name="MostUsedBytes">The most that was used; null while it waits.</param>
/// <param name="IdealBytes">What everything would fit in.</param>
/// <param name="Waited">How long it has waited; null when it does not.</param>
public sealed record MemoryGrant(
    long RequestedBytes,
    long? GrantedBytes,
    long? UsedBytes,
    long? MostUsedBytes,
    long? IdealBytes,
    TimeSpan? Waited
);
