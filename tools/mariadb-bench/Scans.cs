using MySqlConnector;
using RgPolicy.Testing.MariaDb;

namespace RgPolicy.MariaDbBench;

/// <summary>Analytic clients: each runs its texts in turn, again and again.</summary>
internal sealed class Scans : IAsyncDisposable
{
    /// <summary>Reads all facts.</summary>
    public const string OfFacts = "SELECT COUNT(*), SUM(customer) FROM facts WHERE note LIKE '%a9b%'";

    private const int LongestGap = 100;

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
    /// <param name="seed">Seed of the gaps between their starts, which so are anywhere between two polls.</param>
    /// <param name="login">As whom.</param>
    /// <param name="texts">What they run.</param>
    public static Task<Scans> StartAsync(
        MariaDbServer server,
        int clients,
        int seed,
        string login = BenchDatabase.Analytics,
        params string[] texts
    )
    {
        string[] all = texts.Length == 0 ? [OfFacts] : texts;
        return StartAsync(
            server,
            login,
            seed,
            Enumerable
                .Range(0, clients)
                .Select(client =>
                    (IReadOnlyList<string>)[.. all[(client % all.Length)..], .. all[..(client % all.Length)]]
                )
        );
    }

    /// <summary>The same with the texts of each client.</summary>
    public static async Task<Scans> StartAsync(
        MariaDbServer server,
        string login,
        int seed,
        IEnumerable<IReadOnlyList<string>> textsOfClients
    )
    {
        var scans = new Scans();
        var random = new Random(seed);
        foreach (var texts in textsOfClients)
        {
            var connection = await server.OpenAsync(BenchDatabase.Name, login);
            scans._connections.Add(connection);
            await Task.Delay(random.Next(LongestGap));
            scans._clients.Add(Task.Run(() => scans.RunAsync(connection, texts)));
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
            await connection.DisposeAsync();

        _stop.Dispose();
    }

    private async Task RunAsync(MySqlConnection connection, IReadOnlyList<string> texts)
    {
        for (var i = 0; !_stop.IsCancellationRequested; i++)
        {
            await using var command = new MySqlCommand(texts[i % texts.Count], connection) { CommandTimeout = 0 };
            await command.ExecuteScalarAsync();
            Interlocked.Increment(ref _done);
        }
    }
}
