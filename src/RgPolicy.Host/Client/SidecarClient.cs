using System.Diagnostics;
using System.Net.Sockets;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Host.Client;

/// <summary>
/// The sidecar over its Unix socket. One request at a time; each waits the time-out it was made with,
/// and up to five times as long while the sidecar is at work (<see cref="AnswerPatience"/>). After a
/// <see cref="SidecarException"/> from a lost or late connection the client is of no use any more:
/// connect again. When the connection ends by itself and this process is root, the client sees to it
/// that everything is restored
/// (<see cref="SidecarRescue"/>).
/// </summary>
internal sealed class SidecarClient : ISidecar
{
    private readonly Socket _socket;
    private readonly AnswerPatience _patience;
    private readonly SidecarRescue _rescue;
    private readonly SemaphoreSlim _turn = new(1, 1);
    private readonly Task _pump;
    private TaskCompletionSource<byte[]>? _pending;
    private volatile string? _stateDirectory;
    private volatile bool _lost;
    private volatile bool _closedHere;

    private SidecarClient(Socket socket, TimeSpan timeout, SidecarRescue rescue)
    {
        _socket = socket;
        _patience = AnswerPatience.For(socket, timeout);
        _rescue = rescue;
        _pump = PumpAsync();
    }

    /// <summary>Whether the connection is known to be lost; every call then fails.</summary>
    public bool IsLost => _lost;

    /// <summary>Ends when the connection has ended and, where that was this client's task, everything
    /// is restored.</summary>
    public Task Ended => _pump;

    /// <summary>Connects to the default socket with the default time-out.</summary>
    public static Task<SidecarClient> ConnectAsync(CancellationToken cancellationToken) =>
        ConnectAsync(SidecarDefaults.SocketPath, SidecarDefaults.RequestTimeout, cancellationToken);

    /// <summary>Connects; the sidecar's executable is looked for beside this program when a rescue is needed.</summary>
    /// <exception cref="SidecarException">There is no sidecar, or it does not let this user in.</exception>
    public static Task<SidecarClient> ConnectAsync(
        string socketPath,
        TimeSpan timeout,
        CancellationToken cancellationToken
    ) => ConnectAsync(socketPath, timeout, SidecarRescue.Default, cancellationToken);

    /// <summary>Connects.</summary>
    /// <exception cref="SidecarException">There is no sidecar, or it does not let this user in.</exception>
    public static async Task<SidecarClient> ConnectAsync(
        string socketPath,
        TimeSpan timeout,
        SidecarRescue rescue,
        CancellationToken cancellationToken
    )
    {
        Socket? socket = null;
        try
        {
            // Windows has no such sockets.
            socket = new Socket(AddressFamily.Unix, SocketType.Seqpacket, ProtocolType.Unspecified);
            using var late = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            late.CancelAfter(timeout);
            await socket.ConnectAsync(new UnixDomainSocketEndPoint(socketPath), late.Token).ConfigureAwait(false);
            return new SidecarClient(socket, timeout, rescue);
        }
        catch (Exception e) when (e is SocketException or ArgumentException or OperationCanceledException)
        {
            socket?.Dispose();
            cancellationToken.ThrowIfCancellationRequested();
            throw new SidecarException(ConnectionAdvice.For(socketPath, e), e);
        }
    }

    /// <inheritdoc/>
    public async Task<SidecarState> GetStateAsync(CancellationToken cancellationToken)
    {
        var answer = await AskAsync(new WireRequest { Verb = WireVerb.State }, cancellationToken).ConfigureAwait(false);
        return answer.State ?? throw Incomplete();
    }

    /// <inheritdoc/>
    public async Task<IReadOnlyList<PoolOutcome>> ConfigureAsync(
        IReadOnlyList<PoolSpec> pools,
        CancellationToken cancellationToken
    )
    {
        // Known before anything is changed: after the sidecar's end it could not be asked.
        _stateDirectory ??= (await GetStateAsync(cancellationToken).ConfigureAwait(false)).StateDirectory;
        var request = new WireRequest { Verb = WireVerb.Configure, Pools = pools };
        var answer = await AskAsync(request, cancellationToken).ConfigureAwait(false);
        return answer.Pools ?? throw Incomplete();
    }

    /// <inheritdoc/>
    public async Task<IReadOnlyList<MoveOutcome>> MoveAsync(
        IReadOnlyList<MoveRequest> moves,
        CancellationToken cancellationToken
    )
    {
        var outcomes = new List<MoveOutcome>(moves.Count);
        foreach (var part in moves.Chunk(WireCodec.MaxMovesPerRequest))
        {
            var request = new WireRequest { Verb = WireVerb.Move, Moves = part };
            var answer = await AskAsync(request, cancellationToken).ConfigureAwait(false);
            outcomes.AddRange(answer.Moves ?? throw Incomplete());
        }

        return outcomes;
    }

    /// <inheritdoc/>
    public Task HeartbeatAsync(bool relaxed, CancellationToken cancellationToken) =>
        AskAsync(new WireRequest { Verb = WireVerb.Heartbeat, Relaxed = relaxed ? true : null }, cancellationToken);

    /// <inheritdoc/>
    public async Task<IReadOnlyList<SampleReport>> SampleAsync(
        SampleRequest? request,
        CancellationToken cancellationToken
    )
    {
        var wire = new WireRequest { Verb = WireVerb.Sample, Sample = request };
        var answer = await AskAsync(wire, cancellationToken).ConfigureAwait(false);
        return answer.Samples ?? throw Incomplete();
    }

    /// <inheritdoc/>
    public Task ReleaseAllAsync(CancellationToken cancellationToken) =>
        AskAsync(new WireRequest { Verb = WireVerb.Release }, cancellationToken);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        Close();
        await _pump.ConfigureAwait(false);
        _turn.Dispose();
    }

    private async Task<WireAnswer> AskAsync(WireRequest request, CancellationToken cancellationToken)
    {
        var bytes = WireCodec.Encode(request);
        if (bytes.Length > WireCodec.MaxMessageBytes)
            throw new SidecarException("The request to the sidecar is too long; send fewer pools or moves at a time.");

        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            var answer = await ExchangeAsync(bytes, cancellationToken).ConfigureAwait(false);
            return answer.Error is null ? answer : throw new SidecarException($"The sidecar refused: {answer.Error}.");
        }
        finally
        {
            _turn.Release();
        }
    }

    private async Task<WireAnswer> ExchangeAsync(byte[] request, CancellationToken cancellationToken)
    {
        var pending = new TaskCompletionSource<byte[]>(TaskCreationOptions.RunContinuationsAsynchronously);
        Volatile.Write(ref _pending, pending);
        if (_lost)
            throw Lost(null);

        var began = Stopwatch.GetTimestamp();
        try
        {
            await _socket.SendAsync(request, SocketFlags.None, cancellationToken).ConfigureAwait(false);
            var answer = await _patience.WaitAsync(pending.Task, cancellationToken).ConfigureAwait(false);
            return WireCodec.DecodeAnswer(answer) ?? throw Incomplete();
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            throw Lost(e);
        }
        catch (Exception e) when (e is OperationCanceledException or TimeoutException)
        {
            // An answer that comes later would be taken for that of the next request.
            Close();
            cancellationToken.ThrowIfCancellationRequested();
            throw new SidecarException(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"The sidecar did not answer within {Stopwatch.GetElapsedTime(began).TotalSeconds:0.#} s; it lets "
                        + $"everything go by itself. Connect again."
                ),
                e
            );
        }
    }

    // Reads all the time, so that the sidecar's end is noticed between requests too.
    private async Task PumpAsync()
    {
        await Task.Yield();
        var buffer = new byte[WireCodec.MaxMessageBytes + 1];
        try
        {
            int count;
            while ((count = await _socket.ReceiveAsync(buffer, SocketFlags.None).ConfigureAwait(false)) > 0)
                Volatile.Read(ref _pending)?.TrySetResult(buffer[..count]);
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The end, like an orderly one.
        }

        _lost = true;
        Volatile.Read(ref _pending)?.TrySetException(new SocketException((int)SocketError.ConnectionReset));
        if (!_closedHere && _stateDirectory is { } stateDirectory)
            await _rescue.RunAsync(stateDirectory).ConfigureAwait(false);
    }

    private void Close()
    {
        _closedHere = true;
        _lost = true;
        _socket.Dispose();
    }

    private static SidecarException Lost(Exception? cause)
    {
        const string Text = "The sidecar ended the connection; it lets everything go by itself. Connect again.";
        return cause is null ? new SidecarException(Text) : new SidecarException(Text, cause);
    }

    private SidecarException Incomplete()
    {
        Close();
        return new SidecarException(
            "The sidecar's answer is not understood: are rgp and rgp-sidecar of the same version?"
        );
    }
}
