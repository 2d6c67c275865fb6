using Npgsql;
using Npgsql.Replication;
using RgPolicy.Testing.PostgreSql;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>
/// A governed server on which processes that are no clients can be made to wait for a client: a replica's apply worker,
/// autovacuum, a walsender, workers of a parallel query.
/// </summary>
internal sealed class HeldServer : IAsyncDisposable
{
    /// <summary>Runs for minutes in one process, over a table of many rows.</summary>
    internal const string Scan = "SELECT count(*) FROM sales WHERE md5(repeat(note, 40000)) LIKE 'abcd%'";

    /// <summary>The same as a write.</summary>
    internal const string Write =
        "INSERT INTO copies SELECT id, note FROM sales WHERE md5(repeat(note, 40000)) LIKE 'a%'";

    // The shipped policies leave what has written alone; this one means it too.
    private const string Policy = """
        language 1
        pool all  { cpu weight 1000 }
        pool slow { cpu weight 500 }
        class writes -> slow when plan.shape = write and plan.writes
        class scans  -> slow when plan.shape = scan
        default      -> all
        """;

    // Nothing is frozen before this many transactions, whatever a table asks for.
    private const int Transactions = 101_000;
    private const string Publisher = "publisher";
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private readonly List<IAsyncDisposable> _open = [];
    private readonly CancellationTokenSource _end = new();

    private HeldServer(PostgresCluster cluster) => Cluster = cluster;

    internal PostgresCluster Cluster { get; }

    private GovernedServer? Governed { get; set; }

    internal Governance Origin => Governance.Of(Cluster.PostmasterProcessId);

    internal string Said => Governed?.Said ?? "";

    internal static async Task<HeldServer> StartAsync(int version)
    {
        var server = new HeldServer(
            await PostgresCluster.StartAsync(
                new PostgresClusterOptions
                {
                    Version = version,
                    Settings = ImmutableDictionary<string, string>
                        .Empty.Add("wal_level", "logical")
                        .Add("autovacuum", "off")
                        .Add("autovacuum_naptime", "1s")
                        .Add("max_worker_processes", "16"),
                }
            )
        );
        try
        {
            await server.Cluster.ExecuteAsync(Tables);
            var policy = Path.Combine(server.Cluster.RootDirectory, "held.rgp");
            await File.WriteAllTextAsync(policy, Policy);
            server.Governed = await GovernedServer.StartAsync(
                server.Cluster,
                new GovernedServerOptions { Policy = policy }
            );
            return server;
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    /// <summary>Starts a statement of the application's after another, and waits until it is throttled.</summary>
    internal async Task<LiveQuery> RunThrottledAsync(string? before, string text)
    {
        var query = await LiveQuery.OpenAsync(Cluster, "postgres", "app");
        _open.Add(query);
        if (before is not null)
            await query.RunAsync(before);
        query.Start(text);
        Assert.True(await query.BecomesAsync(g => g != Origin, Patience), "it was never throttled: " + Said);
        return query;
    }

    /// <summary>What has to be there before <see cref="BeginWaitAsync"/>, while nobody holds the table yet.</summary>
    internal async Task PrepareWaitAsync(string kind)
    {
        switch (kind)
        {
            case "autovacuum worker":
                await Cluster.ExecuteAsync($"CALL use_up({Transactions})");
                break;
            case "logical replication":
                await SubscribeAsync();
                break;
        }
    }

    /// <summary>Makes a process wait for whoever holds <c>queue</c>, or writes.</summary>
    internal Task BeginWaitAsync(string kind) =>
        kind switch
        {
            "autovacuum worker" => Cluster.ExecuteAsync("ALTER SYSTEM SET autovacuum = on; SELECT pg_reload_conf()"),
            "logical replication" => Cluster.ExecuteAsync("INSERT INTO queue VALUES (1)", Publisher),
            "walsender" => SendAsync(),
            "parallel worker" => RunParallelAsync(),
            _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "no such process"),
        };

    /// <summary>Whether a process of that kind waits for a lock that this one holds.</summary>
    internal async Task<bool> IsWaitedForAsync(string kind, int holder) =>
        await Cluster.ScalarAsync(
            $"SELECT EXISTS (SELECT FROM pg_stat_activity WHERE backend_type LIKE '{kind}%' AND wait_event_type = 'Lock' "
                + $"AND {holder} = ANY (pg_blocking_pids(pid)))"
        )
            is true;

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        foreach (var open in _open)
            await open.DisposeAsync();
        if (Governed is not null)
            await Governed.DisposeAsync();
        await Cluster.DisposeAsync();
        _end.Dispose();
    }

    // Publisher and replica are databases of one server, so the slot is made by hand.
    private async Task SubscribeAsync()
    {
        await Cluster.ExecuteAsync($"CREATE DATABASE {Publisher}");
        await Cluster.ExecuteAsync(
            "CREATE TABLE queue (id int); CREATE PUBLICATION all_of_it FOR ALL TABLES",
            Publisher
        );
        await Cluster.ExecuteAsync("SELECT pg_create_logical_replication_slot('apply', 'pgoutput')", Publisher);
        await Cluster.ExecuteAsync(
            $"""
            CREATE SUBSCRIPTION apply CONNECTION 'host={Cluster.SocketDirectory} port={Cluster.Port} user=postgres dbname={Publisher}'
            PUBLICATION all_of_it WITH (create_slot = false, slot_name = 'apply', copy_data = false)
            """
        );
    }

    // A logical slot begins once every transaction has ended that ran when it was asked for.
    private async Task SendAsync()
    {
        var replica = new LogicalReplicationConnection(Cluster.ConnectionString());
        _open.Add(replica);
        await replica.Open();
        _ = IgnoreEndAsync(
            replica.CreatePgOutputReplicationSlot("waits", temporarySlot: true, cancellationToken: _end.Token)
        );
    }

    // The leader takes no part, so its workers alone ask for the lock of the function's table.
    private async Task RunParallelAsync()
    {
        var query = await LiveQuery.OpenAsync(Cluster, "postgres", "app", workers: 2);
        _open.Add(query);
        await query.RunAsync(
            "SET parallel_leader_participation = off; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; "
                + "SET min_parallel_table_scan_size = 0"
        );
        query.Start("SELECT count(looks(id)) FROM sales");
    }

    private static async Task IgnoreEndAsync(Task run)
    {
        try
        {
            await run;
        }
        catch (Exception e) when (e is NpgsqlException or OperationCanceledException or ObjectDisposedException)
        {
            // The server, or the test, ends before it does.
        }
    }

    private const string Tables = """
        CREATE ROLE rgpolicy LOGIN;
        GRANT pg_read_all_stats, pg_read_all_settings, pg_read_all_data TO rgpolicy;
        CREATE ROLE app LOGIN;
        CREATE TABLE sales AS SELECT i AS id, 'sale ' || i AS note FROM generate_series(1, 200000) i;
        CREATE TABLE copies (id int, note text);
        CREATE TABLE queue (id int) WITH (autovacuum_freeze_max_age = 100000);
        GRANT ALL ON sales, copies, queue TO app;
        ANALYZE sales;
        CREATE PROCEDURE use_up(transactions int) LANGUAGE plpgsql AS
            'BEGIN FOR i IN 1..transactions LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END';
        GRANT CREATE ON SCHEMA public TO app;
        SET ROLE app;
        CREATE FUNCTION looks(int) RETURNS int PARALLEL SAFE LANGUAGE plpgsql AS
            'BEGIN LOCK TABLE queue IN ROW EXCLUSIVE MODE; RETURN $1; END';
        """;
}
