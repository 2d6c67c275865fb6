using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>Stands between a client and a PostgreSQL server, passes on a number of the server's answers (each ends with
/// ReadyForQuery), and then nothing any more, while it keeps every connection and takes new ones.</summary>
internal sealed class StallingProxy : IAsyncDisposable
{
    private const byte ReadyForQuery = (byte)'Z';
    private const int Header = 5;

    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly string _socket;
    private readonly CancellationTokenSource _end = new();
    private readonly TaskCompletionSource _stalled = new();
    private readonly Task _accepting;
    private int _left;

    /// <summary>Listens on a free port of loopback.</summary>
    /// <param name="serverSocket">The server's Unix socket.</param>
    /// <param name="answers">Answers that are passed on, of all connections together.</param>
    public StallingProxy(string serverSocket, int answers)
    {
        (_socket, _left) = (serverSocket, answers);
        _listener.Start();
        _accepting = AcceptAsync();
    }

    /// <summary>The port.</summary>
    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Completes when an answer was kept back.</summary>
    public Task Stalled => _stalled.Task;

    /// <summary>Whether an answer was kept back.</summary>
    public bool HasStalled => _stalled.Task.IsCompleted;

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        _listener.Stop();
        await Task.WhenAny(_accepting);
        _end.Dispose();
    }

    private async Task AcceptAsync()
    {
        while (true)
        {
            var client = await _listener.AcceptSocketAsync(_end.Token);
            _ = ServeAsync(client);
        }
    }

    private async Task ServeAsync(Socket client)
    {
        using (client)
        using (var server = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified))
        {
            await server.ConnectAsync(new UnixDomainSocketEndPoint(_socket), _end.Token);
            await using var toClient = new NetworkStream(client);
            await using var toServer = new NetworkStream(server);
            await Task.WhenAny(toClient.CopyToAsync(toServer, _end.Token), AnswerAsync(toServer, toClient));
            // Where nothing is passed on, an end is not either.
            if (Volatile.Read(ref _left) <= 0)
                await Task.Delay(Timeout.Infinite, _end.Token);
        }
    }

    private async Task AnswerAsync(NetworkStream server, NetworkStream client)
    {
        var header = new byte[Header];
        while (true)
        {
            await server.ReadExactlyAsync(header, _end.Token);
            var body = new byte[BinaryPrimitives.ReadInt32BigEndian(header.AsSpan(1)) - (Header - 1)];
            await server.ReadExactlyAsync(body, _end.Token);
            if (Volatile.Read(ref _left) <= 0)
            {
                _stalled.TrySetResult();
                await Task.Delay(Timeout.Infinite, _end.Token);
            }

            await client.WriteAsync(header, _end.Token);
            await client.WriteAsync(body, _end.Token);
            if (header[0] == ReadyForQuery)
                Interlocked.Decrement(ref _left);
        }
    }
}
