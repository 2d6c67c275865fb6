using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Npgsql;
using RgPolicy.HtapBench.Server;

namespace RgPolicy.HtapBench.Load;

/// <summary>Clients that build an index and drop it, again and again, each on a table of its own.</summary>
internal sealed class IndexLoad
{
    private readonly BenchServer _server;
    private readonly Stopwatch _clock;
    private readonly ConcurrentQueue<AnalyticRun> _builds = new();
    private readonly List<Task> _clients = [];
    private volatile bool _stopping;

    private IndexLoad(BenchServer server, Stopwatch clock) => (_server, _clock) = (server, clock);

    /// <summary>Starts it; it runs until it is stopped.</summary>
    public static IndexLoad Start(BenchServer server, Stopwatch clock, int clients, CancellationToken cancellationToken)
    {
        var load = new IndexLoad(server, clock);
        for (var client = 1; client <= clients; client++)
        {
            load._clients.Add(load.BuildAsync(BenchData.IndexedTable(client), cancellationToken));
        }

        return load;
    }

    /// <summary>Lets every client finish the index that it builds.</summary>
    public async Task StopAsync()
    {
        _stopping = true;
        await Task.WhenAll(_clients);
    }

    /// <summary>Indexes per second between two moments, each by its part; not a number without clients.</summary>
    public double PerSecond(double from, double to) =>
        _clients.Count == 0 ? double.NaN : _builds.Sum(build => build.Share(from, to)) / (to - from);

    private async Task BuildAsync(string table, CancellationToken cancellationToken)
    {
        await using var connection = await _server.OpenAsync(BenchRoles.Loader, cancellationToken);
        var index = string.Create(CultureInfo.InvariantCulture, $"{table}_note");
        while (!_stopping)
        {
            var start = _clock.Elapsed.TotalSeconds;
            await ExecuteAsync(connection, $"create index {index} on {table} (note, reading)", cancellationToken);
            _builds.Enqueue(new AnalyticRun(0, start, _clock.Elapsed.TotalSeconds));
            await ExecuteAsync(connection, $"drop index {index}", cancellationToken);
        }
    }

    private static async Task ExecuteAsync(NpgsqlConnection connection, string sql, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(sql, connection) { CommandTimeout = 0 };
        await command.ExecuteNonQueryAsync(cancellationToken);
    }
}
