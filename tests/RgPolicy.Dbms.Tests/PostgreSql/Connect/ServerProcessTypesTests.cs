using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Testing;

namespace RgPolicy.Dbms.Tests.PostgreSql.Connect;

[Collection(PostgresVersionsFixture.Collection)]
public sealed class ServerProcessTypesTests(PostgresVersionsFixture servers)
{
    [Theory]
    [OnPostgres(14)]
    [OnPostgres(15)]
    [OnPostgres(16)]
    [OnPostgres(17)]
    [OnPostgres(18)]
    public async Task Refuse_EachTypeThatARealServerShows_IsRefusedByName(int version)
    {
        var cluster = await servers.GetAsync(version);
        var shown = (string[])
            (await cluster.ScalarAsync("SELECT array_agg(DISTINCT backend_type) FROM pg_stat_activity"))!;

        Assert.Contains("checkpointer", shown, StringComparer.Ordinal);
        Assert.All(
            shown,
            type => Assert.StartsWith($"'{type}' ", ServerProcessTypes.Refuse([type]), StringComparison.Ordinal)
        );
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task Refuse_EachTypeThatTheProgramKnows_IsRefusedByName(int version)
    {
        var cluster = await servers.GetAsync(version);
        var program = await File.ReadAllBytesAsync($"/proc/{cluster.PostmasterProcessId}/exe");
        string[] known =
        [
            "autovacuum worker",
            "background writer",
            "walsender",
            "startup",
            "logical replication launcher",
            "walwriter",
        ];

        Assert.All(
            known,
            type => Assert.True(program.AsSpan().IndexOf(System.Text.Encoding.ASCII.GetBytes(type + '\0')) > 0, type)
        );
        Assert.All(known, type => Assert.NotNull(ServerProcessTypes.Refuse(["pg_cron", type.ToUpperInvariant()])));
    }

    [Fact]
    public void Refuse_TypesOfExtensions_AreNot() =>
        Assert.Null(ServerProcessTypes.Refuse(["pg_cron", "pg_background", "TimescaleDB Job"]));
}
