using System.Net;
using System.Net.Sockets;

namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>One address for several servers, as a listener in front of replicas is: connections lead to whoever is
/// chosen when they are made.</summary>
internal sealed class Switchboard : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _work;
    private int _to;

    private Switchboard(int to)
    {
        _to = to;
        _listener.Start();
        _work = Task.Run(AcceptAsync);
    }

    /// <summary>Where it listens.</summary>
    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Begins with a server's port.</summary>
    public static Switchboard To(int port) => new(port);

    /// <summary>Connections that are made from now on lead there; those that are there stay.</summary>
    public void Choose(int port) => Volatile.Write(ref _to, port);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        _listener.Stop();
        await _work;
        _stop.Dispose();
    }

    private async Task AcceptAsync()
    {
        var lines = new List<Task>();
        try
        {
            while (true)
                lines.Add(ConnectAsync(await _listener.AcceptTcpClientAsync(_stop.Token)));
        }
        catch (Exception) when (_stop.IsCancellationRequested)
        {
            await Task.WhenAll(lines);
        }
    }

    private async Task ConnectAsync(TcpClient client)
    {
        using var server = new TcpClient();
        using (client)
        {
            try
            {
                await server.ConnectAsync(IPAddress.Loopback, Volatile.Read(ref _to), _stop.Token);
                (client.NoDelay, server.NoDelay) = (true, true);
                var (inner, outer) = (server.GetStream(), client.GetStream());
                await Task.WhenAny(inner.CopyToAsync(outer, _stop.Token), outer.CopyToAsync(inner, _stop.Token));
            }
            catch (Exception e)
                when (e is IOException or SocketException or InvalidOperationException or OperationCanceledException)
            {
                // One end has gone, and the other one goes too.
            }
        }
    }
}
