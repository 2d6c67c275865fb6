using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Plans;
using RgPolicy.Testing;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Batches;

/// <summary>Texts of several statements at their first execution, when pg_stat_statements does not know
/// them yet.</summary>
[Collection(PostgresVersionsFixture.Collection)]
public sealed class BatchedStatementTests(PostgresVersionsFixture servers)
{
    private const string Database = "batched";

    private const string Setup = """
        CREATE TABLE sales AS SELECT i AS id, i % 100 AS customer FROM generate_series(1, 50000) i;
        ALTER TABLE sales ADD PRIMARY KEY (id);
        ALTER TABLE sales OWNER TO app;
        GRANT SELECT ON sales TO rgpolicy;
        ANALYZE;
        """;

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(15)]
    [OnPostgres(16)]
    [OnPostgres(17)]
    [OnPostgres(18)]
    public async Task PollAsync_FirstExecution_TellsTheStatementThatRuns(int version)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Setup);
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);

        var scan = await ToldAsync(
            cluster,
            observer,
            "SELECT 1; SELECT count(*), pg_sleep(60) FROM sales WHERE customer > 7; SELECT id FROM sales"
        );
        var point = await ToldAsync(
            cluster,
            observer,
            "SELECT count(*) FROM sales; SELECT id, pg_sleep(60) FROM sales WHERE id = 7; DELETE FROM "
                + "sales WHERE id = 0"
        );

        Assert.Equal((PlanShape.Scan, "re-explain"), (scan.Plan.Profile?.Shape, scan.Plan.Source));
        Assert.Equal((PlanShape.Oltp, "re-explain"), (point.Plan.Profile?.Shape, point.Plan.Source));
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task PollAsync_NoneOfThoseThatCanBeExplained_IsWhatIsLeft(int version)
    {
        const string Write =
            "UPDATE sales SET customer = customer + {0} WHERE id = {0} AND (SELECT pg_sleep(60)) IS NOT NULL";
        var cluster = await servers.WithDatabaseAsync(version, Database, Setup);
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);

        var one = await ToldAsync(cluster, observer, Text(Write, "SELECT 1; {0}; SELECT count(*) FROM sales"));
        var several = await ToldAsync(
            cluster,
            observer,
            "DELETE FROM sales WHERE id < 0; INSERT INTO sales SELECT 0, 0 FROM pg_sleep(60)"
        );
        var unclear = await ToldAsync(
            cluster,
            observer,
            "BEGIN; DELETE FROM sales WHERE id = 5 AND (SELECT pg_sleep(60)) IS NOT NULL; COMMIT"
        );

        Assert.Equal(("inferred", "inferred"), (one.Plan.Source, several.Plan.Source));
        Assert.Equal(PlanState.Absent, unclear.Plan.State);
        Assert.Contains("which one runs is not shown", unclear.Plan.Source, StringComparison.Ordinal);
    }

    [Theory]
    [OnPostgres(15)]
    [OnPostgres(18)]
    public async Task PollAsync_StatementOfATableThatIsNotTrusted_IsNotPlannedAndTheOthersAre(int version)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Setup);
        await cluster.ExecuteAsync(
            """
            DROP ROLE IF EXISTS foe;
            CREATE ROLE foe LOGIN;
            CREATE TABLE odd AS SELECT * FROM sales;
            CREATE FUNCTION trap(int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS 'BEGIN IF current_user = ''rgpolicy'' THEN RAISE LOG ''TRAPPED''; END IF; RETURN 1; END';
            CREATE INDEX ON odd (trap(id));
            ALTER FUNCTION trap OWNER TO foe;
            ALTER TABLE odd OWNER TO foe;
            GRANT SELECT ON odd TO app, rgpolicy;
            """,
            Database
        );
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);

        var odd = await ToldAsync(
            cluster,
            observer,
            "SELECT 1; SELECT count(*), pg_sleep(60) FROM odd WHERE trap(id) = 3"
        );
        var own = await ToldAsync(
            cluster,
            observer,
            "SELECT trap(5) FROM odd; SELECT count(*), pg_sleep(60) FROM sales WHERE customer > 8"
        );

        Assert.Equal(PlanState.Absent, odd.Plan.State);
        Assert.Equal(PlanShape.Scan, own.Plan.Profile?.Shape);
        Assert.DoesNotContain("TRAPPED", await File.ReadAllTextAsync(cluster.LogFile), StringComparison.Ordinal);
    }

    private static string Text(string write, string batch) =>
        string.Format(CultureInfo.InvariantCulture, batch, string.Format(CultureInfo.InvariantCulture, write, 7));

    private static async Task<ObservedQuery> ToldAsync(PostgresCluster cluster, PostgresObserver observer, string text)
    {
        await using var running = await SimpleText.StartAsync(
            cluster,
            Database,
            PostgresVersionsFixture.Application,
            text
        );
        return await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Plan.State != PlanState.Pending);
    }
}
