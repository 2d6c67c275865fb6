using Npgsql;

namespace RgPolicy.Cli.Demo.Live;

/// <summary>What the demo's server has to do. Short transactions arrive at random at a given rate, whatever became of
/// those before them, and count from their arrival, so that one that waits for a client counts its waiting. Analysts
/// ask again as soon as they have an answer.</summary>
/// <param name="server">The server.</param>
/// <param name="figures">Where everything is counted.</param>
/// <param name="cores">The machine's processors.</param>
internal sealed class DemoLoad(DemoServer server, DemoFigures figures, int cores)
{
    /// <summary>Short transactions that arrive in a second.</summary>
    public const int ShortPerSecond = 200;

    // With so many they hardly ever wait for a client.
    private const int ShortClients = 16;
    private const int LeastAnalysts = 4;
    private const int MostAnalysts = 128;
    private const string Short = "update account set balance = balance + 1 where id = $1";

    private static readonly string[] Analyses =
    [
        "select count(*) from sale where price * quantity > 4000",
        "select max(total) from (select product, sum(price * quantity) as total from sale group by product) t",
        "select c.segment, sum(s.price) from sale s join customer c on c.id = s.customer group by c.segment",
    ];

    private readonly ArrivalTimes _arrivals = new(ShortPerSecond, seed: 1);
    private volatile bool _closes;

    /// <summary>Enough to keep every processor busy.</summary>
    public int Analysts { get; } = Math.Clamp(2 * cores, LeastAnalysts, MostAnalysts);

    /// <summary>Makes load until it is cancelled; ends before only by a failure.</summary>
    /// <exception cref="NpgsqlException">The server failed.</exception>
    public async Task RunShortAsync(CancellationToken cancellationToken)
    {
        await using var sessions = server.Sessions(DemoServer.Application);
        await Task.WhenAll(Enumerable.Range(0, ShortClients).Select(n => ShortAsync(sessions, n, cancellationToken)));
    }

    /// <summary>Makes load until <see cref="Close"/>; what runs then comes to its end.</summary>
    public async Task RunAnalystsAsync(CancellationToken cancellationToken)
    {
        await using var sessions = server.Sessions(DemoServer.Analyst);
        await Task.WhenAll(Enumerable.Range(0, Analysts).Select(n => AnalyseAsync(sessions, n, cancellationToken)));
    }

    /// <summary>Lets the analysts end: what they have begun counts in part.</summary>
    public void Close() => _closes = true;

    private async Task ShortAsync(NpgsqlDataSource sessions, int client, CancellationToken cancellationToken)
    {
        var accounts = new Random(client);
        await using var connection = await sessions.OpenConnectionAsync(cancellationToken);
        await using var command = new NpgsqlCommand(Short, connection);
        var account = new NpgsqlParameter<int>();
        command.Parameters.Add(account);
        await command.PrepareAsync(cancellationToken);
        while (true)
        {
            var arrival = _arrivals.Next();
            await figures.WaitUntilAsync(arrival, cancellationToken);
            account.TypedValue = accounts.Next(1, DemoServer.Accounts + 1);
            await command.ExecuteNonQueryAsync(cancellationToken);
            figures.AddShort(arrival);
        }
    }

    private async Task AnalyseAsync(NpgsqlDataSource sessions, int analyst, CancellationToken cancellationToken)
    {
        await using var connection = await sessions.OpenConnectionAsync(cancellationToken);
        for (var n = analyst; !_closes; n++)
        {
            var begun = figures.Now;
            await using var command = new NpgsqlCommand(Analyses[n % Analyses.Length], connection);
            await using var reader = await command.ExecuteReaderAsync(cancellationToken);
            while (await reader.ReadAsync(cancellationToken)) { }
            figures.AddAnalysis(begun);
        }
    }
}

/// <summary>When the next one arrives: at random, as those of many users do (a Poisson process).</summary>
internal sealed class ArrivalTimes(double perSecond, int seed)
{
    private readonly Random _random = new(seed);
    private readonly object _turn = new();
    private TimeSpan _last;

    /// <summary>The next moment, from the beginning of the load.</summary>
    public TimeSpan Next()
    {
        lock (_turn)
            return _last += TimeSpan.FromSeconds(-Math.Log(1 - _random.NextDouble()) / perSecond);
    }
}
