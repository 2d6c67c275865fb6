using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.PostgreSql.Explain.Guarding;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>The memory for locks is the whole server's: one text takes a part of it, however much there is.</summary>
public sealed class LockRoomTests
{
    [Theory]
    [InlineData(6_400, 1_000, 3_200)]
    [InlineData(100_000, 1_000, 50_000)]
    [InlineData(400, 100, 200)]
    public void Children_ServersMemory_AreAQuarterAndAThousandAtMost(int locks, int children, int all)
    {
        var room = new LockRoom(locks);

        Assert.Equal((children, all), (room.Children, room.All));
    }

    [Fact]
    public async Task Explain_ServerWithLittleMemoryForLocks_PlansWhatTakesAPartOfIt()
    {
        await using var cluster = await PostgresCluster.StartAsync(
            new PostgresClusterOptions
            {
                Settings = ImmutableDictionary<string, string>
                    .Empty.Add("max_locks_per_transaction", "10")
                    .Add("max_connections", "40"),
            }
        );
        await cluster.ExecuteAsync(PostgresSetup.Sql(offer: PostgresOffer.Everything));
        foreach (var (table, partitions) in new[] { ("few", 60), ("many", 101) })
        {
            await cluster.ExecuteAsync($"CREATE TABLE {table} (id int, a int, b int) PARTITION BY LIST (id)");
            for (var i = 0; i < partitions; i++)
                await cluster.ExecuteAsync($"CREATE TABLE {table}_{i} PARTITION OF {table} FOR VALUES IN ({i})");
        }

        await cluster.ExecuteAsync("CREATE INDEX first ON few (id)");
        await using var probe = new ExplainProbe(PostgresVersionsFixture.Observer(cluster), "postgres");
        Assert.Equal("re-explain", (await probe.ExplainAsync("SELECT * FROM few")).Facts!.Source);
        Assert.Contains(
            "more than 100 partitions",
            (await probe.ExplainAsync("SELECT * FROM many")).Facts!.Source,
            StringComparison.Ordinal
        );

        await cluster.ExecuteAsync("CREATE INDEX second ON few (a)");
        await cluster.ExecuteAsync("CREATE INDEX third ON few (b)");
        Assert.Contains(
            "too many to lock",
            (await probe.ExplainAsync("SELECT * FROM few")).Facts!.Source,
            StringComparison.Ordinal
        );
    }
}
