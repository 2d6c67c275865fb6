using System.Collections.Concurrent;
using System.Diagnostics;
using Npgsql;
using RgPolicy.HtapBench.Server;

namespace RgPolicy.HtapBench.Load;

/// <summary>Clients that run a long statement and undo what it did, again and again, each on a table of its
/// own.</summary>
internal sealed class StatementLoad
{
    private readonly BenchServer _server;
    private readonly Stopwatch _clock;
    private readonly ConcurrentQueue<AnalyticRun> _runs = new();
    private readonly List<Task> _clients = [];
    private volatile bool _stopping;

    private StatementLoad(BenchServer server, Stopwatch clock) => (_server, _clock) = (server, clock);

    /// <summary>Starts it; it runs until it is stopped.</summary>
    /// <param name="server">The server.</param>
    /// <param name="clock">The clock of the run.</param>
    /// <param name="clients">How many at once.</param>
    /// <param name="statements">What a client runs, from 1 on, and what undoes it.</param>
    /// <param name="cancellationToken">Ends it at once.</param>
    public static StatementLoad Start(
        BenchServer server,
        Stopwatch clock,
        int clients,
        Func<int, (string Work, string Undo)> statements,
        CancellationToken cancellationToken
    )
    {
        var load = new StatementLoad(server, clock);
        for (var client = 1; client <= clients; client++)
            load._clients.Add(load.RepeatAsync(statements(client), cancellationToken));
        return load;
    }

    /// <summary>Lets every client finish its statement.</summary>
    public async Task StopAsync()
    {
        _stopping = true;
        await Task.WhenAll(_clients);
    }

    /// <summary>Statements per second between two moments, each by its part; not a number without clients.</summary>
    public double PerSecond(double from, double to) =>
        _clients.Count == 0 ? double.NaN : _runs.Sum(run => run.Share(from, to)) / (to - from);

    private async Task RepeatAsync((string Work, string Undo) statements, CancellationToken cancellationToken)
    {
        await using var connection = await _server.OpenAsync(BenchRoles.Loader, cancellationToken);
        while (!_stopping)
        {
            var start = _clock.Elapsed.TotalSeconds;
            await ExecuteAsync(connection, statements.Work, cancellationToken);
            _runs.Enqueue(new AnalyticRun(0, start, _clock.Elapsed.TotalSeconds));
            await ExecuteAsync(connection, statements.Undo, cancellationToken);
        }
    }

    private static async Task ExecuteAsync(NpgsqlConnection connection, string sql, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(sql, connection) { CommandTimeout = 0 };
        await command.ExecuteNonQueryAsync(cancellationToken);
    }
}
