using System.Net;
using System.Net.Sockets;

namespace RgPolicy.Dbms.Tests.Beside;

/// <summary>Something that listens where a server should, and answers each connection with the same bytes.</summary>
internal sealed class BadServer : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly Task _work;
    private int _connections;

    public BadServer(byte[] answer)
    {
        _listener.Start();
        _work = ServeAsync(answer);
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>How often somebody has connected.</summary>
    public int Connections => Volatile.Read(ref _connections);

    public async ValueTask DisposeAsync()
    {
        _listener.Stop();
        await _work;
    }

    private async Task ServeAsync(byte[] answer)
    {
        while (true)
        {
            try
            {
                using var client = await _listener.AcceptTcpClientAsync();
                Interlocked.Increment(ref _connections);
                await client.GetStream().WriteAsync(answer);
            }
            catch (IOException)
            {
                // It has gone already; so will the next one.
            }
            catch (Exception e) when (e is SocketException or InvalidOperationException)
            {
                return;
            }
        }
    }
}
