namespace RgPolicy.Service.Enforcing;

/// <summary>The loop's side of the sidecar: connects, configures, and after a loss tries again with growing waits. No
/// method throws for a sidecar that is gone; <see cref="IsReady"/> tells.</summary>
internal sealed class SidecarLink(Func<CancellationToken, Task<ISidecar>> connect, TimeProvider time, ILogger logger)
    : IAsyncDisposable
{
    private readonly BackOff _backOff = new(time, TimeSpan.FromMilliseconds(100), TimeSpan.FromSeconds(2));
    private readonly BackOff _withoutParts = new(time, TimeSpan.FromMinutes(1), TimeSpan.FromHours(1));
    private ISidecar? _sidecar;
    private SidecarState? _state;
    private string? _whyNoParts;
    private bool _holdsMoves;
    private bool? _maySample;

    /// <summary>True while the sidecar holds our pools.</summary>
    public bool IsReady { get; private set; }

    /// <summary>The last loss or refusal; null while all is well.</summary>
    public string? LastError { get; private set; }

    /// <summary>How often the sidecar was lost.</summary>
    public long Losses { get; private set; }

    /// <summary>The pools as they really are, read back when they were configured.</summary>
    public IReadOnlyList<PoolOutcome> Pools { get; private set; } = [];

    /// <summary>Connects and configures if that is due.</summary>
    /// <param name="poolsFor">The pools for the sidecar that it is.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>True when the sidecar has become ready by this call and holds nothing of what was moved
    /// before.</returns>
    public async Task<bool> MakeReadyAsync(
        Func<SidecarState, IReadOnlyList<PoolSpec>> poolsFor,
        CancellationToken cancellationToken
    )
    {
        if (IsReady || !_backOff.IsDue)
            return false;

        var isEmpty = !_holdsMoves;
        return await TryAsync(() => ConfigureAsync(poolsFor, cancellationToken), cancellationToken) && isEmpty;
    }

    /// <summary>Configures again at the next chance, as after a change of the policy; what is moved stays.</summary>
    public void Reconfigure() => IsReady = false;

    /// <summary>Takes it that this sidecar cannot make parts of pools, whatever it says of itself, for a minute, and
    /// longer each time: another program may only hold a lock.</summary>
    /// <returns>Its state with that; null when there is none.</returns>
    public SidecarState? RefuseParts(string why)
    {
        _whyNoParts = why;
        _withoutParts.Failed();
        return _state is { } state ? Known(state) : null;
    }

    /// <summary>Once it is time, takes it again that this sidecar can make parts.</summary>
    /// <returns>Its state; null when nothing has changed.</returns>
    public SidecarState? RetryParts()
    {
        if (_whyNoParts is null || !_withoutParts.IsDue)
            return null;

        _whyNoParts = null;
        return _state;
    }

    /// <summary>Parts could be made: the next refusal is for a minute again.</summary>
    public void PartsWork() => _withoutParts.Reset();

    /// <summary>Carries out moves; null when the sidecar was lost over it.</summary>
    public async Task<IReadOnlyList<MoveOutcome>?> MoveAsync(
        IReadOnlyList<MoveRequest> moves,
        CancellationToken cancellationToken
    )
    {
        IReadOnlyList<MoveOutcome>? outcomes = null;
        if (IsReady && _sidecar is { } sidecar)
            await TryAsync(async () => outcomes = await sidecar.MoveAsync(moves, cancellationToken), cancellationToken);

        return outcomes;
    }

    /// <summary>Renews the lease; false when the sidecar was lost over it.</summary>
    public async Task<bool> HeartbeatAsync(bool relaxed, CancellationToken cancellationToken) =>
        !IsReady
        || _sidecar is not { } sidecar
        || await TryAsync(() => sidecar.HeartbeatAsync(relaxed, cancellationToken), cancellationToken);

    /// <summary>Lets everything go and gives the lease back; pools must be configured again after it.</summary>
    public async Task ReleaseAllAsync(CancellationToken cancellationToken)
    {
        if (_sidecar is { } sidecar)
        {
            IsReady = false;
            _holdsMoves = false;
            await TryAsync(() => sidecar.ReleaseAllAsync(cancellationToken), cancellationToken);
        }
    }

    /// <summary>Has a query sampled and collects what was found; null where the sidecar may not, or was lost over
    /// it.</summary>
    public async Task<IReadOnlyList<SampleReport>?> SampleAsync(
        SampleRequest? request,
        CancellationToken cancellationToken
    )
    {
        IReadOnlyList<SampleReport>? found = null;
        if (IsReady && _sidecar is { } sidecar && await MaySampleAsync(cancellationToken))
        {
            await TryAsync(
                async () => found = await sidecar.SampleAsync(request, cancellationToken),
                cancellationToken
            );
        }

        return found;
    }

    /// <summary>What the sidecar says of itself; null when there is none.</summary>
    public async Task<SidecarState?> GetStateAsync(CancellationToken cancellationToken)
    {
        SidecarState? state = null;
        if (_sidecar is { } sidecar)
            await TryAsync(async () => state = await sidecar.GetStateAsync(cancellationToken), cancellationToken);

        return state is null ? null : Known(state);
    }

    /// <summary>Closes the connection, at which the sidecar restores whatever is left.</summary>
    public async ValueTask DisposeAsync() => await DropAsync();

    // Root decides it when the sidecar starts; one that does not know the question must not be asked.
    private async Task<bool> MaySampleAsync(CancellationToken cancellationToken)
    {
        if (_maySample is null && await GetStateAsync(cancellationToken) is { } state)
        {
            _maySample = state.MaySample ?? false;
            if (_maySample is false)
                logger.SamplesRefused();
        }

        return _maySample ?? false;
    }

    private async Task<bool> TryAsync(Func<Task> request, CancellationToken cancellationToken)
    {
        try
        {
            await request();
            return true;
        }
        catch (SidecarException failure)
        {
            await LoseAsync(failure.Message);
        }
        catch (OperationCanceledException failure) when (!cancellationToken.IsCancellationRequested)
        {
            await LoseAsync(failure.Message);
        }

        return false;
    }

    private async Task ConfigureAsync(
        Func<SidecarState, IReadOnlyList<PoolSpec>> poolsFor,
        CancellationToken cancellationToken
    )
    {
        _sidecar ??= await connect(cancellationToken);
        _state ??= await _sidecar.GetStateAsync(cancellationToken);
        Pools = await _sidecar.ConfigureAsync(poolsFor(Known(_state)), cancellationToken);
        IsReady = true;
        _holdsMoves = true;
        LastError = null;
        _backOff.Reset();
        logger.SidecarReady(Pools.Count);
    }

    private SidecarState Known(SidecarState state) =>
        _whyNoParts is null ? state : state with { MostPools = null, WhyNoParts = _whyNoParts };

    private async Task LoseAsync(string message)
    {
        if (LastError is null || !string.Equals(LastError, message, StringComparison.Ordinal))
            logger.SidecarLost(message);

        Losses++;
        LastError = message;
        _backOff.Failed();
        await DropAsync();
    }

    private async Task DropAsync()
    {
        IsReady = false;
        _holdsMoves = false;
        _maySample = null;
        if (_sidecar is { } sidecar)
        {
            (_sidecar, _state, _whyNoParts) = (null, null, null);
            await sidecar.DisposeAsync();
        }
    }
}
