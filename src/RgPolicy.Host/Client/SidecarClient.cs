using System.Net.Sockets;
using RgPolicy.Host.Protocol;

namespace RgPolicy.Host.Client;

/// <summary>
/// The sidecar over its Unix socket. One request at a time; each waits at most the time-out it was made with. After a
/// <see cref="SidecarException"/> from a lost or late connection the client is of no use any more: connect again.
/// </summary>
public sealed class SidecarClient : ISidecar
{
    private readonly Socket _socket;
    private readonly TimeSpan _timeout;
    private readonly SemaphoreSlim _turn = new(1, 1);
    private readonly byte[] _buffer = new byte[WireCodec.MaxMessageBytes + 1];
    private bool _lost;

    private SidecarClient(Socket socket, TimeSpan timeout)
    {
        _socket = socket;
        _timeout = timeout;
    }

    /// <summary>Whether the connection is known to be lost; every call then fails.</summary>
    public bool IsLost => Volatile.Read(ref _lost);

    /// <summary>Connects to the default socket with the default time-out.</summary>
    public static Task<SidecarClient> ConnectAsync(CancellationToken cancellationToken) =>
        ConnectAsync(SidecarDefaults.SocketPath, SidecarDefaults.RequestTimeout, cancellationToken);

    /// <summary>Connects.</summary>
    /// <exception cref="SidecarException">There is no sidecar, or it does not let this user in.</exception>
    public static async Task<SidecarClient> ConnectAsync(
        string socketPath, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Seqpacket, ProtocolType.Unspecified);
        try
        {
            using var late = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
            late.CancelAfter(timeout);
            await socket.ConnectAsync(new UnixDomainSocketEndPoint(socketPath), late.Token).ConfigureAwait(false);
            return new SidecarClient(socket, timeout);
        }
        catch (Exception e) when (e is SocketException or ArgumentException or OperationCanceledException)
        {
            socket.Dispose();
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
        IReadOnlyList<PoolSpec> pools, CancellationToken cancellationToken)
    {
        var request = new WireRequest { Verb = WireVerb.Configure, Pools = pools };
        var answer = await AskAsync(request, cancellationToken).ConfigureAwait(false);
        return answer.Pools ?? throw Incomplete();
    }

    /// <inheritdoc/>
    public async Task<IReadOnlyList<MoveOutcome>> MoveAsync(
        IReadOnlyList<MoveRequest> moves, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(moves);
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
    public Task HeartbeatAsync(CancellationToken cancellationToken) =>
        AskAsync(new WireRequest { Verb = WireVerb.Heartbeat }, cancellationToken);

    /// <inheritdoc/>
    public Task ReleaseAllAsync(CancellationToken cancellationToken) =>
        AskAsync(new WireRequest { Verb = WireVerb.Release }, cancellationToken);

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        Lose();
        _turn.Dispose();
        return ValueTask.CompletedTask;
    }

    private async Task<WireAnswer> AskAsync(WireRequest request, CancellationToken cancellationToken)
    {
        var bytes = WireCodec.Encode(request);
        if (bytes.Length > WireCodec.MaxMessageBytes)
        {
            throw new SidecarException("The request to the sidecar is too long; send fewer pools or moves at a time.");
        }

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
        if (IsLost)
        {
            throw new SidecarException("The connection to the sidecar is lost; connect again.");
        }

        using var late = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        late.CancelAfter(_timeout);
        try
        {
            await _socket.SendAsync(request, SocketFlags.None, late.Token).ConfigureAwait(false);
            var count = await _socket.ReceiveAsync(_buffer, SocketFlags.None, late.Token).ConfigureAwait(false);
            return count == 0 ? throw Ended(null) : WireCodec.DecodeAnswer(_buffer.AsSpan(0, count)) ?? throw Incomplete();
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            throw Ended(e);
        }
        catch (OperationCanceledException e)
        {
            // An answer that comes later would be taken for that of the next request.
            Lose();
            cancellationToken.ThrowIfCancellationRequested();
            throw new SidecarException(
                $"The sidecar did not answer within {_timeout.TotalSeconds} s; it lets everything go by itself. Connect again.", e);
        }
    }

    private void Lose()
    {
        Volatile.Write(ref _lost, true);
        _socket.Dispose();
    }

    private SidecarException Ended(Exception? cause)
    {
        Lose();
        const string Text = "The sidecar ended the connection; it lets everything go by itself. Connect again.";
        return cause is null ? new SidecarException(Text) : new SidecarException(Text, cause);
    }

    private SidecarException Incomplete()
    {
        Lose();
        return new SidecarException("The sidecar's answer is not understood: are rgp and rgp-sidecar of the same version?");
    }
}
