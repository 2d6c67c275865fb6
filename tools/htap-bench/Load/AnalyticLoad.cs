using System.Collections.Concurrent;
using System.Diagnostics;
using Npgsql;
using RgPolicy.HtapBench.Server;

namespace RgPolicy.HtapBench.Load;

/// <summary>Clients that cycle the list of queries, each from another place in it, until they are told
/// to stop.</summary>
internal sealed class AnalyticLoad
{
    private readonly BenchServer _server;
    private readonly Func<int, AnalyticQuery> _query;
    private readonly Stopwatch _clock;
    private readonly ConcurrentQueue<AnalyticRun> _runs = new();
    private readonly List<Task> _clients = [];
    private volatile bool _stopping;

    /// <param name="server">The server.</param>
    /// <param name="clock">The run's clock.</param>
    /// <param name="query">The n-th query that any client asks for.</param>
    public AnalyticLoad(BenchServer server, Stopwatch clock, Func<int, AnalyticQuery>? query = null) =>
        (_server, _clock, _query) = (server, clock, query ?? (n => AnalyticQuery.List[n % AnalyticQuery.List.Count]));

    /// <summary>Who the clients are.</summary>
    public string Role { get; init; } = BenchRoles.Analytics;

    /// <summary>Executions that have ended.</summary>
    public IReadOnlyCollection<AnalyticRun> Runs => _runs;

    public void Start(int clients, CancellationToken cancellationToken)
    {
        for (var client = 0; client < clients; client++)
            _clients.Add(CycleAsync(client, clients, cancellationToken));
    }

    /// <summary>Lets every client finish the query that it runs: what it did in the measured part would
    /// be lost otherwise.</summary>
    public async Task StopAsync()
    {
        _stopping = true;
        await Task.WhenAll(_clients);
    }

    private async Task CycleAsync(int client, int clients, CancellationToken cancellationToken)
    {
        await using var connection = await _server.OpenAsync(Role, cancellationToken);
        // Clients begin in different places of the list and each goes through all of it.
        for (var n = client * AnalyticQuery.List.Count / clients; !_stopping; n++)
        {
            var start = _clock.Elapsed.TotalSeconds;
            await using var command = new NpgsqlCommand(_query(n).Sql, connection) { CommandTimeout = 0 };
            await using (var reader = await command.ExecuteReaderAsync(cancellationToken))
                while (await reader.ReadAsync(cancellationToken))
                {
                    // The rows are few; reading them is part of the query.
                }

            _runs.Enqueue(new AnalyticRun(n % AnalyticQuery.List.Count, start, _clock.Elapsed.TotalSeconds));
        }
    }
}
