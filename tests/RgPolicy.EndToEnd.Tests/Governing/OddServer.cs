using System.Net.Sockets;
using Npgsql;
using Npgsql.Replication;
using RgPolicy.Testing.PostgreSql;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>
/// A real server whose cluster, roles and databases are named like its own processes, with everything on it that is
/// never governed: replication senders that stream or say nothing yet, connections that are not
/// greeted, and what the server itself runs.
/// </summary>
internal sealed class OddServer : IAsyncDisposable
{
    internal static readonly string[] Roles =
    [
        "alice",
        "walsender",
        "x: checkpointer",
        "x: walsender y",
        "parallel worker for PID 1",
        "autovacuum launcher",
    ];

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private readonly List<IAsyncDisposable> _open = [];
    private readonly List<Socket> _silent = [];
    private NpgsqlConnection? _types;

    private OddServer(PostgresCluster cluster) => Cluster = cluster;

    internal PostgresCluster Cluster { get; }

    /// <summary>A backend for each role, asleep in a query.</summary>
    internal Dictionary<string, int> Clients { get; } = new(StringComparer.Ordinal);

    /// <summary>Senders of replication.</summary>
    internal List<int> Senders { get; } = [];

    /// <summary>Children of the main process that have not been told yet what they are for.</summary>
    internal List<int> Ungreeted { get; } = [];

    internal static async Task<OddServer> StartAsync(int version, string clusterName)
    {
        var settings = ImmutableDictionary<string, string>
            .Empty.Add("wal_level", "logical")
            .Add("cluster_name", clusterName)
            .Add("authentication_timeout", "600s")
            .Add("max_parallel_workers_per_gather", "2");
        var server = new OddServer(
            await PostgresCluster.StartAsync(new PostgresClusterOptions { Version = version, Settings = settings })
        );
        try
        {
            await server.PrepareAsync();
            return server;
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    /// <summary>
    /// What the server's own table says of its processes, but for the session that asks, which stays:
    /// one that ends would be among its children for a moment longer.
    /// </summary>
    internal async Task<Dictionary<int, string>> TypesAsync()
    {
        var types = new Dictionary<int, string>();
        if (_types is null)
            _open.Add(_types = await Cluster.OpenAsync());
        await using var command = new NpgsqlCommand(
            "select pid, backend_type from pg_stat_activity where pid <> pg_backend_pid()",
            _types
        );
        await using var reader = await command.ExecuteReaderAsync();
        while (await reader.ReadAsync())
            types[reader.GetInt32(0)] = reader.GetString(1);

        return types;
    }

    /// <summary>Starts a query that runs in parallel for a minute; returns its backend.</summary>
    internal async Task<int> RunParallelAsync()
    {
        var connection = await OpenAsync("alice", "postgres");
        await RunAsync(
            connection,
            "set parallel_setup_cost = 0; set parallel_tuple_cost = 0; set min_parallel_table_scan_size = 0"
        );
        _ = RunAsync(connection, "select count(pg_sleep(0.05)) from wide");
        return connection.ProcessID;
    }

    public async ValueTask DisposeAsync()
    {
        _silent.ForEach(s => s.Dispose());
        await Cluster.StopAsync();
        foreach (var open in _open)
            await open.DisposeAsync();
        await Cluster.DisposeAsync();
    }

    private async Task PrepareAsync()
    {
        await Cluster.ExecuteAsync(
            "create table wide as select g from generate_series(1, 5000) g; create role rgpolicy login; grant "
                + "pg_read_all_stats, pg_read_all_data to rgpolicy"
        );
        await Cluster.ExecuteAsync("grant select on wide to public; create role repl login replication");
        await Cluster.ExecuteAsync("create database repl");
        foreach (var role in Roles)
        {
            await Cluster.ExecuteAsync($"create role \"{role}\" login");
            await SleepAsync(role, role == "walsender" ? "repl" : "postgres");
        }

        await SendAsync();
        foreach (var _ in Enumerable.Range(0, 3))
            await ConnectSilentlyAsync();
    }

    private async Task SleepAsync(string role, string database)
    {
        var connection = await OpenAsync(role, database);
        Clients[role] = connection.ProcessID;
        _ = RunAsync(connection, "select pg_sleep(600)");
    }

    // One that has only said who it is, and one that streams.
    private async Task SendAsync()
    {
        await Cluster.ExecuteAsync("select pg_create_physical_replication_slot('s')");
        foreach (var streams in new[] { false, true })
        {
            var connection = new PhysicalReplicationConnection(Cluster.ConnectionString(user: "repl"));
            _open.Add(connection);
            await connection.Open();
            var system = await connection.IdentifySystem();
            if (streams)
                _ = ReadAsync(connection, system.XLogPos);
        }

        await UntilAsync(async () => (await TypesAsync()).Count(t => t.Value == "walsender") == 2);
        Senders.AddRange((await TypesAsync()).Where(t => t.Value == "walsender").Select(t => t.Key));
    }

    private static async Task ReadAsync(
        PhysicalReplicationConnection connection,
        NpgsqlTypes.NpgsqlLogSequenceNumber from
    )
    {
        try
        {
            await foreach (
                var message in connection.StartReplication(
                    new PhysicalReplicationSlot("s"),
                    from,
                    CancellationToken.None
                )
            )
                connection.SetReplicationStatus(message.WalEnd);
        }
        catch (Exception e)
            when (e is NpgsqlException or ObjectDisposedException or OperationCanceledException or IOException)
        {
            // The server ends before its clients do.
        }
    }

    private async Task ConnectSilentlyAsync()
    {
        var before = ProcessFacts.Children(Cluster.PostmasterProcessId);
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        _silent.Add(socket);
        await socket.ConnectAsync(
            new UnixDomainSocketEndPoint(
                Path.Combine(Cluster.SocketDirectory, ".s.PGSQL." + Cluster.Port.ToString(CultureInfo.InvariantCulture))
            )
        );
        IEnumerable<int> New() =>
            ProcessFacts
                .Children(Cluster.PostmasterProcessId)
                .Except(before)
                .Where(p =>
                    !(ProcessFacts.CommandLine(p).FirstOrDefault() ?? "").StartsWith(
                        "postgres: ",
                        StringComparison.Ordinal
                    )
                );
        await UntilAsync(() => Task.FromResult(New().Any()));
        Ungreeted.AddRange(New());
    }

    private async Task<NpgsqlConnection> OpenAsync(string role, string database)
    {
        var connection = await Cluster.OpenAsync(database, role);
        _open.Add(connection);
        return connection;
    }

    private static async Task RunAsync(NpgsqlConnection connection, string sql)
    {
        try
        {
            await using var command = new NpgsqlCommand(sql, connection) { CommandTimeout = 0 };
            await command.ExecuteNonQueryAsync();
        }
        catch (Exception e) when (e is NpgsqlException or ObjectDisposedException)
        {
            // The server ends before its clients do.
        }
    }

    internal static async Task UntilAsync(Func<Task<bool>> isSo)
    {
        var clock = System.Diagnostics.Stopwatch.StartNew();
        while (!await isSo())
        {
            Assert.True(clock.Elapsed < Patience, "it did not come about in time");
            await Task.Delay(20);
        }
    }
}
