using MySqlConnector;
using RgPolicy.Testing.MariaDb;

namespace RgPolicy.MariaDbBench;

/// <summary>Analytic clients: each reads all facts again and again.</summary>
internal sealed class Scans : IAsyncDisposable
{
    private const string Sql = "SELECT COUNT(*), SUM(customer) FROM facts WHERE note LIKE '%a9b%'";
    private readonly CancellationTokenSource _stop = new();
    private readonly List<MySqlConnection> _connections = [];
    private readonly List<Task> _clients = [];
    private long _done;

    private Scans() { }

    /// <summary>Scans that have ended.</summary>
    public long Done => Interlocked.Read(ref _done);

    /// <summary>Starts clients that go on until they are stopped.</summary>
    public static async Task<Scans> StartAsync(MariaDbServer server, int clients)
    {
        var scans = new Scans();
        for (var client = 0; client < clients; client++)
        {
            var connection = await server.OpenAsync(BenchDatabase.Name, BenchDatabase.Analytics);
            scans._connections.Add(connection);
            scans._clients.Add(Task.Run(() => scans.RunAsync(connection)));
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

    private async Task RunAsync(MySqlConnection connection)
    {
        while (!_stop.IsCancellationRequested)
        {
            await using var command = new MySqlCommand(Sql, connection);
            await command.ExecuteScalarAsync();
            Interlocked.Increment(ref _done);
        }
    }
}
