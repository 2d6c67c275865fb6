using System.Globalization;
using Npgsql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>What planning one text may cost: the length of its plan, the locks it takes, the time it lasts.</summary>
[Collection(PostgresServer.Collection)]
public sealed class PlanBoundsTests(PostgresServer server)
{
    [Theory]
    [InlineData(2_000_000, "re-explain")]
    [InlineData(8_000_000, "longer than 4 million")]
    public async Task Explain_LongConstant_IsReadUpToABound(int length, string expected)
    {
        // Folded while it is planned, and part of the plan as text.
        await server.NeedHostileDatabaseAsync();
        await using var probe = new ExplainProbe(server.Connection(), HostileDatabase.Name);
        var text = string.Create(
            CultureInfo.InvariantCulture,
            $"SELECT 1 FROM kept.bills WHERE note = replace(repeat('a', 1000), 'a', repeat('x', {length / 1000}))"
        );

        // On a busy machine it may take longer than it may before the first of it comes: that is tried again.
        var source = "";
        for (var attempt = 0; attempt < 20 && !source.Contains(expected, StringComparison.Ordinal); attempt++)
            source = (await probe.ExplainOnceAsync(text)).Facts!.Source;

        Assert.Contains(expected, source, StringComparison.Ordinal);
        Assert.Equal("re-explain", (await probe.ExplainAsync("SELECT 1 FROM kept.bills")).Facts!.Source);
    }

    [Fact]
    public async Task Explain_Partitions_AreLockedWithTheirTableAndNotTooMany()
    {
        await server.Cluster.ExecuteAsync("CREATE DATABASE parted");
        await server.Cluster.ExecuteAsync(
            """
            CREATE TABLE few (id int) PARTITION BY LIST (id);
            CREATE TABLE few_1 PARTITION OF few FOR VALUES IN (1);
            CREATE TABLE many (id int) PARTITION BY LIST (id);
            CREATE MATERIALIZED VIEW once AS SELECT 1 AS id;
            CREATE VIEW over_once AS SELECT * FROM once;
            """,
            "parted"
        );
        await server.Cluster.ExecuteAsync(
            "DO $$ BEGIN FOR i IN 1..1001 LOOP EXECUTE format('CREATE TABLE many_%s PARTITION OF many FOR VALUES IN "
                + "(%s)', i, i); END LOOP; END $$",
            "parted"
        );
        await using var probe = new ExplainProbe(server.Connection(), "parted");
        await using var holder = await server.Cluster.OpenAsync("parted");

        Assert.Contains(
            "too many to lock",
            (await probe.ExplainAsync("SELECT * FROM many WHERE id = 1")).Facts!.Source,
            StringComparison.Ordinal
        );
        Assert.Equal("re-explain", (await probe.ExplainAsync("SELECT * FROM many_7")).Facts!.Source);
        foreach (
            var (held, text) in new[]
            {
                ("few_1", "SELECT * FROM few WHERE id = 2"),
                ("once", "SELECT * FROM once"),
                ("once", "SELECT * FROM over_once"),
            }
        )
        {
            Assert.Equal("re-explain", (await probe.ExplainAsync(text)).Facts!.Source);
            var change =
                held == "once" ? "ALTER MATERIALIZED VIEW once OWNER TO app" : "ALTER TABLE few_1 OWNER TO app";
            await ExecuteAsync(holder, "BEGIN; " + change);
            Assert.Equal("its tables were locked", (await probe.ExplainOnceAsync(text)).Facts!.Source);
            await ExecuteAsync(holder, "ROLLBACK");
        }
    }

    private static async Task ExecuteAsync(NpgsqlConnection connection, string sql)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync();
    }
}
