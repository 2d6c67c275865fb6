using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace RgPolicy.Testing.MySql;

/// <summary>A server that speaks MySQL's protocol and answers each statement with what a test composed for
/// it.</summary>
internal sealed class AnsweringMySql : IAsyncDisposable
{
    private const byte Quit = 1;
    private const byte Query = 3;

    private readonly string _version;
    private readonly Func<string, MySqlAnswer> _answer;
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly ConcurrentBag<Task> _connections = [];
    private readonly ConcurrentQueue<string> _statements = new();
    private readonly Task _accepting;
    private int _sessions = 100;

    /// <summary>Starts one.</summary>
    /// <param name="version">As the server tells it in its greeting.</param>
    /// <param name="answer">Answers a statement; called by several connections at once.</param>
    public AnsweringMySql(string version, Func<string, MySqlAnswer> answer)
    {
        (_version, _answer) = (version, answer);
        _listener.Start();
        _accepting = AcceptAsync();
    }

    /// <summary>Its port on 127.0.0.1.</summary>
    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Every statement so far, in the order in which they came.</summary>
    public IReadOnlyCollection<string> Statements => _statements;

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        await _accepting;
        _listener.Stop();
        await Task.WhenAll(_connections);
        _listener.Dispose();
        _end.Dispose();
    }

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
                _connections.Add(ServeAsync(await _listener.AcceptTcpClientAsync(_end.Token)));
        }
        catch (Exception e) when (e is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            // The test is over.
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using (client)
        {
            try
            {
                var wire = new MySqlWire(client.GetStream());
                await wire.BeginAsync(_version, Interlocked.Increment(ref _sessions), _end.Token);
                while (await wire.NextAsync(_end.Token) is [not Quit, ..] command)
                    await wire.AnswerAsync(AnswerTo(command), _end.Token);
            }
            catch (Exception e) when (e is OperationCanceledException or IOException)
            {
                // The client is gone, or the test is over.
            }
        }
    }

    private MySqlAnswer AnswerTo(byte[] command)
    {
        if (command[0] != Query)
            return MySqlAnswer.Done;

        var statement = Encoding.UTF8.GetString(command.AsSpan(1));
        _statements.Enqueue(statement);
        return _answer(statement);
    }
}
