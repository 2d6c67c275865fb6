namespace RgPolicy.Engine.Observe.Resources;

/// <summary>What a running request has of the server.</summary>
internal sealed record RequestResources
{
    /// <summary>Its degree of parallelism.</summary>
    public int? Dop { get; init; }

    /// <summary>The schedulers that its tasks are on, by number.</summary>
    public ImmutableArray<int> Schedulers { get; init; } = [];

    /// <summary>The CPUs of these schedulers; only a hint where schedulers do not keep to their CPUs.</summary>
    public ImmutableArray<int> Cpus { get; init; } = [];

    /// <summary>Its memory grant; null where it needs none.</summary>
    public MemoryGrant? Grant { get; init; }
}

/// <summary>A request's workspace memory, bytes.</summary>
/// <param name="RequestedBytes">Asked for.</param>
/// <param name="GrantedBytes">Granted; null while it waits.</param>
/// <param name="UsedBytes">Used at present; null while it waits.</param>
/// <param name="MostUsedBytes">The most that was used; null while it waits.</param>
/// <param name="IdealBytes">What everything would fit in.</param>
/// <param name="Waited">How long it has waited; null when it does not.</param>
internal sealed record MemoryGrant(
    long RequestedBytes,
    long? GrantedBytes,
    long? UsedBytes,
    long? MostUsedBytes,
    long? IdealBytes,
    TimeSpan? Waited
);
