namespace RgPolicy.Host.Protocol;

/// <summary>
/// The sidecar, as its client sees it. One request at a time. Every call throws <see cref="SidecarException"/> when the
/// sidecar is gone or refuses; closing the connection makes the sidecar restore everything.
/// </summary>
internal interface ISidecar : IAsyncDisposable
{
    /// <summary>What the sidecar is and can do; does not take the lease.</summary>
    Task<SidecarState> GetStateAsync(CancellationToken cancellationToken);

    /// <summary>
    /// Takes the lease (one client at a time) and makes the pools exactly these; pools that are no longer named are
    /// emptied and removed.
    /// </summary>
    Task<IReadOnlyList<PoolOutcome>> ConfigureAsync(IReadOnlyList<PoolSpec> pools, CancellationToken cancellationToken);

    /// <summary>Carries out moves in this order and reads each back; also renews the lease.</summary>
    Task<IReadOnlyList<MoveOutcome>> MoveAsync(IReadOnlyList<MoveRequest> moves, CancellationToken cancellationToken);

    /// <summary>Renews the lease: sent by the loop after each completed turn, never by a timer.</summary>
    /// <param name="relaxed">
    /// True while there is nothing to protect: the pools' processes are then left in their own cgroup.
    /// </param>
    /// <param name="cancellationToken">Ends the wait.</param>
    Task HeartbeatAsync(bool relaxed, CancellationToken cancellationToken);

    /// <summary>
    /// Begins to sample what a query's processes touch of their memory, and returns what has been found since the last
    /// call; null only collects. Of a sidecar whose state does not say that it may, it must not be asked.
    /// </summary>
    Task<IReadOnlyList<SampleReport>> SampleAsync(SampleRequest? request, CancellationToken cancellationToken);

    /// <summary>Restores every process, removes the pools and gives the lease back.</summary>
    Task ReleaseAllAsync(CancellationToken cancellationToken);
}

/// <summary>The sidecar cannot be reached, or refused a request; the message is for people and says
/// what to do.</summary>
internal sealed class SidecarException : Exception
{
    /// <summary>What went wrong.</summary>
    public SidecarException(string message)
        : base(message) { }

    /// <summary>What went wrong, and its cause.</summary>
    public SidecarException(string message, Exception innerException)
        : base(message, innerException) { }
}
