using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>A server of each version, made when a test wants it: the observer's role, a role <c>app</c> and a database of its own.</summary>
public sealed class PostgresVersionsFixture : IAsyncLifetime, IAsyncDisposable
{
    public const string Collection = "PostgreSQL versions";
    public const string Application = "app";
    public const string Shop = "shop";

    private readonly PostgresFleet _fleet = new(
        _ => new PostgresClusterOptions { PreloadLibraries = ["pg_stat_statements"] }, (cluster, _) => PrepareAsync(cluster));

    public Task<PostgresCluster> GetAsync(int version) => _fleet.GetAsync(version);

    public static PostgresConnectionOptions Observer(PostgresCluster cluster) =>
        PostgresConnection.Parse(cluster.Url("rgpolicy"), _ => null).Options!;

    public Task InitializeAsync() => Task.CompletedTask;

    public Task DisposeAsync() => _fleet.DisposeAsync().AsTask();

    ValueTask IAsyncDisposable.DisposeAsync() => _fleet.DisposeAsync();

    private static async Task PrepareAsync(PostgresCluster cluster)
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
            Shop);
    }
}
