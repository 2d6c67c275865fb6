using RgPolicy.Testing;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql;

[Collection(PostgresServer.Collection)]
public sealed class PostgresClusterTests(PostgresServer server)
{
    [Fact]
    public async Task StartAsync_Always_GivesARunningServer()
    {
        Assert.Equal(2, await server.Cluster.ScalarAsync("select 1 + 1"));
        Assert.Equal("16kB", await server.Cluster.ScalarAsync("show track_activity_query_size"));
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(15)]
    [OnPostgres(16)]
    [OnPostgres(17)]
    [OnPostgres(18)]
    public async Task StartAsync_OfAVersion_GivesAServerOfItWithContrib(int version)
    {
        await using var fleet = new PostgresFleet(
            _ => new PostgresClusterOptions { PreloadLibraries = ["pg_stat_statements"] },
            (cluster, _) => cluster.ExecuteAsync("CREATE EXTENSION pg_stat_statements; CREATE EXTENSION citext")
        );

        var cluster = await fleet.GetAsync(version);

        Assert.Equal(version, await cluster.ScalarAsync("select current_setting('server_version_num')::int / 10000"));
        Assert.Same(cluster, await fleet.GetAsync(version));
    }
}
