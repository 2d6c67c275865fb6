using RgPolicy.Plans;
using RgPolicy.Testing;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Parameters;

/// <summary>Parameters that choose partitions: what a plan with NULL in their place takes away is not what the
/// statement reads.</summary>
[Collection(PostgresVersionsFixture.Collection)]
public sealed class PrunedPartitionsTests(PostgresVersionsFixture servers)
{
    private const string Database = "pruned";

    // Ten partitions by day with 5,000 rows each, and forty by tenant with 100.
    private const string Tables = """
        CREATE TABLE visits (id bigint, day int NOT NULL, people int, PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
        CREATE TABLE bills (id bigint, tenant int NOT NULL, amount int) PARTITION BY LIST (tenant);
        DO $$ BEGIN
            FOR i IN 0..9 LOOP EXECUTE format('CREATE TABLE visits_%s PARTITION OF visits FOR VALUES FROM (%s) TO (%s)', i, i * 10, i * 10 + 10); END LOOP;
            FOR i IN 0..39 LOOP EXECUTE format('CREATE TABLE bills_%s PARTITION OF bills FOR VALUES IN (%s)', i, i); END LOOP;
        END $$;
        INSERT INTO visits SELECT i, i % 100, i % 7 FROM generate_series(1, 50000) i;
        INSERT INTO bills SELECT i, i % 40, i FROM generate_series(1, 4000) i;
        ANALYZE;
        GRANT SELECT ON ALL TABLES IN SCHEMA public TO rgpolicy;
        """;

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(15)]
    [OnPostgres(16)]
    [OnPostgres(17)]
    [OnPostgres(18)]
    public async Task ExplainAsync_ParametersChoosePartitions_IsToldByThoseThatMayBeRead(int version)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Tables);
        await using var probe = new ExplainProbe(PostgresVersionsFixture.Observer(cluster), Database);

        Assert.Equal(PlanShape.Scan, await ShapeAsync(probe, "SELECT sum(people) FROM visits WHERE day >= $1"));
        Assert.Equal(PlanShape.Scan, await ShapeAsync(probe, "SELECT sum(people) FROM visits WHERE day = ANY ($1)"));
        Assert.Equal(PlanShape.Oltp, await ShapeAsync(probe, "SELECT people FROM visits WHERE id = $1 AND day = $2"));
        Assert.Equal(PlanShape.Oltp, await ShapeAsync(probe, "SELECT people FROM visits WHERE id = $1"));
        // What a constant chooses stays chosen.
        Assert.Equal(
            PlanShape.Oltp,
            await ShapeAsync(probe, "SELECT sum(amount) FROM bills WHERE tenant IN (3, 4) AND tenant = $1")
        );
    }

    [Theory]
    [OnPostgres(15)]
    [OnPostgres(18)]
    public async Task ExplainAsync_OnePartitionIsShort_EarlierExecutionsDecide(int version)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Tables);
        await using var probe = new ExplainProbe(PostgresVersionsFixture.Observer(cluster), Database);

        var choice = (await probe.ExplainAsync("SELECT sum(amount) FROM bills WHERE tenant = $1")).Choice;

        Assert.NotNull(choice);
        Assert.Equal(PlanShape.Scan, choice.Guessed.Profile!.Shape);
        Assert.Equal(PlanShape.Oltp, choice.Narrow.Profile!.Shape);
        Assert.Contains(
            "which partitions its parameters choose, and no earlier execution tells",
            choice.Decide(null).Profile!.Reason,
            StringComparison.Ordinal
        );
    }

    private static async Task<PlanShape?> ShapeAsync(ExplainProbe probe, string text) =>
        (await probe.ExplainAsync(text)).Facts?.Profile?.Shape;
}
