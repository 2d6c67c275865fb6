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
        // A part of the plan as text.
        await server.NeedHostileDatabaseAsync();
        await using var probe = new ExplainProbe(server.Connection(), HostileDatabase.Name);
        var text = $"SELECT 1 FROM kept.bills WHERE note = '{new string('x', length)}'";

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

    [Fact]
    public async Task Explain_PartitionsOfSeveralTablesAndOfViews_AreCountedTogether()
    {
        await server.Cluster.ExecuteAsync("CREATE DATABASE together");
        await server.Cluster.ExecuteAsync(
            """
            CREATE TABLE whole (id int, part int) PARTITION BY LIST (part);
            CREATE TABLE a PARTITION OF whole FOR VALUES IN (1) PARTITION BY LIST (id);
            CREATE TABLE b PARTITION OF whole FOR VALUES IN (2) PARTITION BY LIST (id);
            CREATE VIEW over_a AS SELECT * FROM a;
            CREATE VIEW both_of_them AS SELECT * FROM over_a UNION ALL SELECT * FROM b;
            CREATE SCHEMA two;
            CREATE TABLE two.whole (id int);
            DO $$ BEGIN FOR i IN 1..501 LOOP
                EXECUTE format('CREATE TABLE a_%s PARTITION OF a FOR VALUES IN (%s)', i, i);
                EXECUTE format('CREATE TABLE b_%s PARTITION OF b FOR VALUES IN (%s)', i, i);
            END LOOP; END $$
            """,
            "together"
        );
        await using var probe = new ExplainProbe(server.Connection(), "together");
        await using var session = await server.Cluster.OpenAsync("together");
        await ExecuteAsync(session, "BEGIN; LOCK TABLE ONLY whole IN ACCESS SHARE MODE");
        await using var running = await RunningStatement.StartAsync(session, "SELECT pg_sleep(120)");
        var state = FormattableString.Invariant(
            $"SELECT query_start FROM pg_stat_activity WHERE pid = {session.ProcessID} AND wait_event = 'PgSleep'"
        );
        object? started;
        while ((started = await server.Cluster.ScalarAsync(state)) is null)
            await Task.Delay(50);
        foreach (var few in new[] { "SELECT * FROM a WHERE id = 1", "SELECT * FROM over_a WHERE id = 1" })
            Assert.Equal("re-explain", (await probe.ExplainAsync(few)).Facts!.Source);
        foreach (
            var many in new[]
            {
                "SELECT * FROM a, b WHERE a.id = 1 AND b.id = 1",
                "SELECT * FROM both_of_them WHERE id = 1",
                "SELECT * FROM over_a JOIN b USING (id) WHERE id = 1",
                "SELECT * FROM public.whole WHERE id = 1 AND part = 1",
            }
        )
            Assert.Contains(
                "too many to lock",
                (await probe.ExplainAsync(many)).Facts!.Source,
                StringComparison.Ordinal
            );
        // Which of the two is meant is told by what the session has locked.
        var byLocks = await probe.ExplainOnceAsync("SELECT * FROM whole", 0, session.ProcessID, (DateTime)started);
        Assert.Contains("too many to lock", byLocks.Facts!.Source, StringComparison.Ordinal);
    }

    private static async Task ExecuteAsync(NpgsqlConnection connection, string sql)
    {
        await using var command = new NpgsqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync();
    }
}
