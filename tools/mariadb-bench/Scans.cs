using MySqlConnector;
using RgPolicy.Testing.MariaDb;

namespace RgPolicy.MariaDbBench;

/// <summary>Analytic clients: each runs its texts in turn, again and again.</summary>
internal sealed class Scans : IAsyncDisposable
{
    /// <summary>Reads all facts.</summary>
    public const string OfFacts = "SELECT COUNT(*), SUM(customer) FROM facts WHERE note LIKE '%a9b%'";

    private readonly CancellationTokenSource _stop = new();
    private readonly List<MySqlConnection> _connections = [];
    private readonly List<Task> _clients = [];
    private long _done;

    private Scans() { }

    /// <summary>Scans that have ended.</summary>
    public long Done => Interlocked.Read(ref _done);

    /// <summary>Starts clients that go on until they are stopped.</summary>
    /// <param name="server">The server.</param>
    /// <param name="clients">Clients; each begins with another of the texts.</param>
    /// <param name="login">As whom.</param>
    /// <param name="texts">What they run.</param>
    public static async Task<Scans> StartAsync(
        MariaDbServer server,
        int clients,
        string login = BenchDatabase.Analytics,
        params string[] texts
    )
    {
        if (texts.Length == 0)
            texts = [OfFacts];
        var scans = new Scans();
        for (var client = 0; client < clients; client++)
        {
            var connection = await server.OpenAsync(BenchDatabase.Name, login);
            var first = client;
            scans._connections.Add(connection);
            scans._clients.Add(Task.Run(() => scans.RunAsync(connection, texts, first)));
        }

        return scans;
    }

    /// <summary>Waits until each has ended its last scan.</summary>
    /// <exception cref="MySqlException">A scan failed.</exception>
    public async Task StopAsync()
    {
        await _stop.CancelAsync();
        await Task.WhenAll(_clients);
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        foreach (var connection in _connections)
        {
            await connection.DisposeAsync();
        }

        _stop.Dispose();
    }

    private async Task RunAsync(MySqlConnection connection, string[] texts, int first)
    {
        for (var i = first; !_stop.IsCancellationRequested; i++)
        {
            await using var command = new MySqlCommand(texts[i % texts.Length], connection);
            await command.ExecuteScalarAsync();
            Interlocked.Increment(ref _done);
        }
    }
}
