using System.Net;
using System.Net.Sockets;

namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>Listens on this host alone, for a driver that speaks TDS 7.4 without encryption.</summary>
internal sealed class TdsEndpoint : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly ITdsServer _server;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _work;

    /// <summary>Starts to listen on a free port.</summary>
    public TdsEndpoint(ITdsServer server)
    {
        _server = server;
        _listener.Start();
        _work = Task.Run(AcceptAsync);
    }

    /// <summary>Where it listens.</summary>
    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

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
        var conversations = new List<Task>();
        try
        {
            while (true)
            {
                var client = await _listener.AcceptTcpClientAsync(_stop.Token);
                conversations.RemoveAll(each => each.IsCompletedSuccessfully); // a mistake here is thrown at the end
                conversations.Add(Task.Run(() => Conversation.HoldAsync(client, _server, _stop.Token)));
            }
        }
        catch (Exception) when (_stop.IsCancellationRequested)
        {
            await Task.WhenAll(conversations);
        }
    }
}
