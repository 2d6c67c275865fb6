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
}
