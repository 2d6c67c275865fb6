using System.Diagnostics;
using Npgsql;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.PostgreSql;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests;

/// <summary>One statement that runs on a connection of its own while a test watches its process.</summary>
internal sealed class LiveQuery : IAsyncDisposable
{
    /// <summary>A scan of the fact table that takes a few seconds, in one process.</summary>
    public const string Scan = "select count(*) from sales where md5(md5(md5(repeat(note, 12)))) like 'abcd%'";

    /// <summary>The same plan, for about a minute: whoever watches one that runs ends it.</summary>
    public const string LongScan = "select count(*) from sales where md5(md5(md5(repeat(note, 240)))) like 'abcd%'";

    private readonly NpgsqlConnection _connection;

    private LiveQuery(NpgsqlConnection connection) => _connection = connection;

    public int ProcessId => _connection.ProcessID;

    public Task Running { get; private set; } = Task.CompletedTask;

    public Governance Governance => Governance.Of(ProcessId);

    /// <summary>Connects without parallelism, so that one process does the work.</summary>
    public static Task<LiveQuery> OpenAsync(BenchServer server, string user, int workers = 0) =>
        OpenAsync(server.Cluster, BenchServer.Database, user, workers);

    /// <summary>The same to any server.</summary>
    public static async Task<LiveQuery> OpenAsync(
        PostgresCluster cluster,
        string database,
        string user,
        int workers = 0
    )
    {
        var query = new LiveQuery(await cluster.OpenAsync(database, user));
        await query.RunAsync($"set max_parallel_workers_per_gather = {workers}");
        return query;
    }

    /// <summary>Connects and starts a statement.</summary>
    public static async Task<LiveQuery> StartAsync(BenchServer server, string user, string sql, int workers = 0)
    {
        var query = await OpenAsync(server, user, workers);
        query.Start(sql);
        return query;
    }

    /// <summary>
    /// Starts the scan again and again until it is governed while it runs: the first ones after a start
    /// may end before the loop is warm.
    /// </summary>
    public static async Task<LiveQuery> StartGovernedAsync(BenchServer server, int workers = 0, string sql = LongScan)
    {
        const int Attempts = 10;
        var origin = Governance.Of(server.Cluster.PostmasterProcessId).CpuGroup;
        for (var attempt = 0; attempt < Attempts; attempt++)
        {
            var scan = await StartAsync(server, BenchRoles.Analytics, sql, workers);
            if (await scan.BecomesAsync(g => g.CpuGroup is not null && g.CpuGroup != origin))
                return scan;
            await scan.DisposeAsync();
        }

        throw new InvalidOperationException("no scan was ever moved");
    }

    /// <summary>Starts a statement and does not wait for it.</summary>
    public void Start(string sql) => Running = RunAsync(sql);

    /// <summary>Runs a statement to its end.</summary>
    public async Task RunAsync(string sql)
    {
        await using var command = new NpgsqlCommand(sql, _connection) { CommandTimeout = 600 };
        await command.ExecuteNonQueryAsync();
    }

    /// <summary>Waits for a condition on the process while the statement runs; false when the statement
    /// ends first.</summary>
    public async Task<bool> BecomesAsync(Func<Governance, bool> condition)
    {
        while (!Running.IsCompleted)
        {
            if (condition(Governance))
                return true;
            await Task.Delay(5);
        }

        return false;
    }

    /// <summary>Waits for a condition on the process, whatever the statement does; false when the time
    /// is over.</summary>
    public async Task<bool> BecomesAsync(Func<Governance, bool> condition, TimeSpan timeout)
    {
        var clock = Stopwatch.StartNew();
        while (clock.Elapsed < timeout)
        {
            if (condition(Governance))
                return true;
            await Task.Delay(5);
        }

        return false;
    }

    public async ValueTask DisposeAsync()
    {
        if (!Running.IsCompleted)
            ProcessControl.Signal(ProcessId, ProcessControl.Interrupt);
        await Task.WhenAny(Running);
        await _connection.DisposeAsync();
    }
}
