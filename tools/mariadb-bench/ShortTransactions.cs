using System.Collections.Concurrent;
using System.Diagnostics;
using MySqlConnector;
using RgPolicy.Testing.MariaDb;

namespace RgPolicy.MariaDbBench;

/// <summary>
/// Short transactions at a fixed rate: each has its scheduled start, and its latency counts from there, so that a stall
/// is seen by every transaction that it delays. Without a rate each client begins the next one when one has ended. Each
/// client is a thread that blocks: by a pool's threads a transaction took twice as much of the processors that are
/// measured.
/// </summary>
internal sealed class ShortTransactions : IAsyncDisposable
{
    private const int Reads = 4;
    private readonly CancellationTokenSource _stop = new();
    private readonly ConcurrentBag<(double At, double Latency)> _samples = [];
    private readonly List<MySqlConnection> _connections = [];
    private readonly List<Task> _clients = [];
    private readonly Stopwatch _clock = new();

    private ShortTransactions() { }

    /// <summary>Starts clients that go on until they are stopped.</summary>
    /// <param name="server">The server.</param>
    /// <param name="clients">Clients.</param>
    /// <param name="rate">Transactions a second of all clients; 0: as many as there can be.</param>
    /// <param name="seed">Seed of the accounts.</param>
    public static ShortTransactions Start(MariaDbServer server, int clients, int rate, int seed)
    {
        var load = new ShortTransactions();
        for (var client = 0; client < clients; client++)
            load._connections.Add(server.OpenBlocking(BenchDatabase.Name, BenchDatabase.Oltp));

        load._clock.Start();
        for (var client = 0; client < clients; client++)
        {
            var (connection, random) = (load._connections[client], new Random(seed + client));
            var (first, interval) = rate == 0 ? (0.0, 0.0) : (client / (double)rate, clients / (double)rate);
            load._clients.Add(
                Task.Factory.StartNew(
                    () => load.Run(connection, first, interval, random),
                    CancellationToken.None,
                    TaskCreationOptions.LongRunning,
                    TaskScheduler.Default
                )
            );
        }

        return load;
    }

    /// <summary>Ends it; the latencies in seconds of what was due after a moment.</summary>
    /// <exception cref="MySqlException">A transaction failed.</exception>
    public async Task<IReadOnlyList<double>> StopAsync(TimeSpan after)
    {
        await _stop.CancelAsync();
        await Task.WhenAll(_clients);
        return [.. _samples.Where(each => each.At >= after.TotalSeconds).Select(each => each.Latency)];
    }

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        foreach (var connection in _connections)
            await connection.DisposeAsync();

        _stop.Dispose();
    }

    private void Run(MySqlConnection connection, double first, double interval, Random random)
    {
        for (var due = first; !_stop.IsCancellationRequested; due += interval)
        {
            if (interval == 0)
                due = _clock.Elapsed.TotalSeconds;
            var wait = due - _clock.Elapsed.TotalSeconds;
            if (wait > 0)
                Thread.Sleep(TimeSpan.FromSeconds(wait));

            // A sleep ends up to a millisecond early.
            var from = Math.Min(due, _clock.Elapsed.TotalSeconds);
            Transact(connection, random);
            _samples.Add((due, _clock.Elapsed.TotalSeconds - from));
        }
    }

    private static void Transact(MySqlConnection connection, Random random)
    {
        using var transaction = connection.BeginTransaction();
        for (var read = 0; read < Reads; read++)
            Execute("SELECT balance FROM accounts WHERE id = ");

        Execute("UPDATE accounts SET balance = balance + 1 WHERE id = ");
        transaction.Commit();

        void Execute(string sql)
        {
            var id = random.Next(1, BenchDatabase.Accounts + 1);
            using var command = new MySqlCommand(
                sql + id.ToString(CultureInfo.InvariantCulture),
                connection,
                transaction
            );
            command.ExecuteNonQuery();
        }
    }
}
