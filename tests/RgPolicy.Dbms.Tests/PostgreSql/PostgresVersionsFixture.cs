using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>A server of each version, made when a test wants it: the observer's role, a role <c>app</c>
/// and a database of its own.</summary>
public sealed class PostgresVersionsFixture : IAsyncLifetime, IAsyncDisposable
{
    public const string Collection = "PostgreSQL versions";
    public const string Application = "app";
    public const string Shop = "shop";

    // A command's, such as 1kB, which is the server's own: tools/query-sets/run --text-size.
    private static readonly ImmutableDictionary<string, string> TextSize = Environment.GetEnvironmentVariable(
        "RGPOLICY_PG_TEXT_SIZE"
    )
        is { Length: > 0 } size
        ? ImmutableDictionary<string, string>.Empty.Add("track_activity_query_size", size)
        : ImmutableDictionary<string, string>.Empty;

    private readonly PostgresFleet _fleet = new(
        _ => new PostgresClusterOptions { PreloadLibraries = ["pg_stat_statements"], Settings = TextSize },
        (cluster, _) => PrepareAsync(cluster)
    );

    internal Task<PostgresCluster> GetAsync(int version) => _fleet.GetAsync(version);

    internal static PostgresConnectionOptions Observer(PostgresCluster cluster) =>
        PostgresConnection.Parse(cluster.Url("rgpolicy"), _ => null).Options!;

    /// <summary>An observer that trusts the role <c>app</c>.</summary>
    internal static Task<PostgresObserver> TrustingAsync(
        PostgresCluster cluster,
        TimeProvider time,
        PostgresObserverOptions? options = null
    ) =>
        PostgresObserver.ConnectAsync(
            Observer(cluster) with
            {
                TrustedRoles = [Application],
            },
            time,
            options ?? new PostgresObserverOptions(),
            CancellationToken.None
        );

    /// <summary>A server of a version with a database made anew.</summary>
    /// <param name="version">The version.</param>
    /// <param name="database">The database's name.</param>
    /// <param name="setup">What is carried out in it.</param>
    internal async Task<PostgresCluster> WithDatabaseAsync(int version, string database, string setup)
    {
        var cluster = await GetAsync(version);
        await cluster.ExecuteAsync($"DROP DATABASE IF EXISTS {database} WITH (FORCE)");
        await cluster.ExecuteAsync($"CREATE DATABASE {database}");
        await cluster.ExecuteAsync(setup, database);
        return cluster;
    }

    public Task InitializeAsync() => Task.CompletedTask;

    public Task DisposeAsync() => _fleet.DisposeAsync().AsTask();

    ValueTask IAsyncDisposable.DisposeAsync() => _fleet.DisposeAsync();

    /// <summary>The roles and tables of a new server.</summary>
    internal static async Task PrepareAsync(PostgresCluster cluster)
    {
        await cluster.ExecuteAsync(PostgresSetup.Sql());
        await cluster.ExecuteAsync("CREATE ROLE app LOGIN");
        await cluster.ExecuteAsync("CREATE DATABASE shop OWNER app");
        await cluster.ExecuteAsync("CREATE EXTENSION pg_stat_statements");
        await cluster.ExecuteAsync(
            """
            CREATE TABLE orders AS SELECT i AS id, i % 100 AS customer FROM generate_series(1, 20000) i;
            ALTER TABLE orders OWNER TO app;
            ANALYZE orders;
            """,
            Shop
        );
    }
}
