using Npgsql;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.HtapBench.Measure;

/// <summary>
/// Looks every few milliseconds at what the OLTP's statements wait for that already run for long, at what the load
/// waits for, and at how much of the time the load is in a pool.
/// </summary>
internal sealed class WaitSampler : IAsyncDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(5);
    private readonly CancellationTokenSource _stop = new();
    private readonly WaitTally _tally = new();
    private readonly Task _loop;

    // A thread of its own: the streams of a load keep those of the pool busy.
    private WaitSampler(BenchServer server) =>
        _loop = Task.Factory.StartNew(
            () => Sample(server),
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default
        );

    /// <summary>Starts it.</summary>
    public static WaitSampler Start(BenchServer server) => new(server);

    /// <summary>Ends it.</summary>
    public async Task<WaitTally> StopAsync()
    {
        await _stop.CancelAsync();
        await _loop;
        return _tally;
    }

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        _stop.Dispose();
    }

    private void Sample(BenchServer server)
    {
        using var connection = new NpgsqlConnection(server.Cluster.ConnectionString(BenchServer.Database));
        connection.Open();
        using var command = new NpgsqlCommand(
            $"""
            select pid, usename = '{BenchRoles.Loader}', coalesce(wait_event_type || ' ' || wait_event, 'no wait'),
                   extract(epoch from clock_timestamp() - query_start)::float8, split_part(query, ' ', 1)
            from pg_stat_activity where state = 'active' and usename in ('{BenchRoles.Loader}', '{BenchRoles.Oltp}')
            """,
            connection
        );
        command.Prepare();
        do
        {
            using var reader = command.ExecuteReader();
            while (reader.Read())
                Take(reader);
        } while (!_stop.Token.WaitHandle.WaitOne(Interval));
    }

    private void Take(NpgsqlDataReader row)
    {
        var wait = row.GetString(2);
        if (row.GetBoolean(1))
            _tally.Load(wait, IsInPool(row.GetInt32(0)));
        else
            _tally.Oltp(row.GetString(4) + " " + wait, row.GetDouble(3));
    }

    private static bool IsInPool(int process) =>
        ProcessFacts.CpuGroup(process)?.Contains("/rgp_", StringComparison.Ordinal) == true;
}
