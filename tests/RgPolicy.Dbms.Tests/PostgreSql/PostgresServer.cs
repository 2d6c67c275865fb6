using Npgsql;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.Tests.PostgreSql.Explain;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>One server for all tests that need a real one.</summary>
public sealed class PostgresServer : IAsyncLifetime
{
    public const string Collection = "PostgreSQL server";
    public const string Observer = "rgpolicy";
    public const string Application = "app";
    public const string Shop = "shop";

    private PostgresCluster? _cluster;
    private ExplainProbe? _hostileProbe;
    private bool _hasHostileDatabase;

    internal PostgresCluster Cluster => _cluster ?? throw new InvalidOperationException("not started");

    public async Task InitializeAsync()
    {
        _cluster = await PostgresCluster.StartAsync(
            new PostgresClusterOptions { PreloadLibraries = ["pg_stat_statements"] }
        );
        await Cluster.ExecuteAsync(PostgresSetup.Sql(offer: PostgresOffer.Everything));
        await Cluster.ExecuteAsync("ALTER ROLE rgpolicy PASSWORD 'observer-secret'");
        await Cluster.ExecuteAsync("CREATE ROLE app LOGIN");
        await Cluster.ExecuteAsync("CREATE DATABASE shop OWNER app");
        await Cluster.ExecuteAsync("CREATE EXTENSION pg_stat_statements");
        await Cluster.ExecuteAsync(
            """
            CREATE TABLE orders AS SELECT i AS id, i % 100 AS customer, repeat('x', 50) AS note FROM generate_series(1, 20000) i;
            ALTER TABLE orders ADD PRIMARY KEY (id);
            ALTER TABLE orders OWNER TO app;
            GRANT ALL ON SCHEMA public TO app;
            CREATE TABLE waited_for (id int);
            ALTER TABLE waited_for OWNER TO app;
            CREATE TABLE briefly_locked (id int);
            ALTER TABLE briefly_locked OWNER TO app;
            ANALYZE orders;
            """,
            Shop
        );
    }

    public async Task DisposeAsync()
    {
        if (_hostileProbe is not null)
            await _hostileProbe.DisposeAsync();
        if (_cluster is not null)
            await _cluster.DisposeAsync();
    }

    /// <summary>Runs a statement to its end.</summary>
    public static async Task DoAsync(NpgsqlConnection client, string sql)
    {
        await using var command = new NpgsqlCommand(sql, client);
        await command.ExecuteNonQueryAsync();
    }

    /// <summary>Runs statements to their end as the application does.</summary>
    public async Task DoAsync(string sql)
    {
        await using var connection = await Cluster.OpenAsync(Shop, Application);
        await DoAsync(connection, sql);
    }

    /// <summary>Makes the database with the traps, once.</summary>
    public async Task NeedHostileDatabaseAsync()
    {
        if (_hasHostileDatabase)
            return;
        await HostileDatabase.MakeAsync(Cluster);
        await HostileDatabase.MakeOtherAsync(Cluster);
        _hasHostileDatabase = true;
    }

    /// <summary>Explains in the database with the traps, over one connection as the observer does: what a text leaves
    /// there is seen by the next.</summary>
    internal async Task<ExplainProbe> HostileProbeAsync()
    {
        await NeedHostileDatabaseAsync();
        return _hostileProbe ??= new ExplainProbe(Connection(), HostileDatabase.Name);
    }

    internal PostgresConnectionOptions Connection(string database = "postgres", string user = Observer) =>
        PostgresConnection.Parse(Cluster.Url(user, database), _ => null).Options!;

    internal Task<PostgresObserver> ConnectAsync(PostgresObserverOptions? options = null, string user = Observer) =>
        PostgresObserver.ConnectAsync(
            Connection(user: user) with
            {
                TrustedRoles = [Application, "tenant"],
            },
            TimeProvider.System,
            options ?? new PostgresObserverOptions(),
            CancellationToken.None
        );

    /// <summary>Runs a statement in a session of the application's until the result is disposed, when
    /// it is cancelled.</summary>
    public async Task<RunningStatement> RunAsync(
        string sql,
        string database = Shop,
        string user = Application,
        string? before = null
    )
    {
        var connection = await Cluster.OpenAsync(database, user);
        if (before is not null)
        {
            await using var command = new NpgsqlCommand(before, connection);
            await command.ExecuteNonQueryAsync();
        }

        return await RunningStatement.StartAsync(connection, sql);
    }

    /// <summary>Polls until a query is as wanted, for at most thirty seconds; a poll that fails on a
    /// busy machine does not count.</summary>
    internal static async Task<ObservedQuery> UntilAsync(
        PostgresObserver observer,
        int processId,
        Predicate<ObservedQuery> wanted
    )
    {
        object? last = null;
        for (var i = 0; i < 600; i++)
        {
            try
            {
                var observation = await observer.PollAsync(findBlocking: false, CancellationToken.None);
                var query = observation.Queries.FirstOrDefault(q => q.ProcessId == processId);
                if (query is not null && wanted(query))
                    return query;
                last = query ?? last;
            }
            catch (ObserveException e)
            {
                last = e.Message;
            }

            await Task.Delay(50);
        }

        throw new TimeoutException($"the query was never as wanted, at last: {last}");
    }
}
