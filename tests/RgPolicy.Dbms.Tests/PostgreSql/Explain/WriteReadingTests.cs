using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Plans;
using RgPolicy.Testing;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>Writes without a history are told by how they find their rows, which the right to read is
/// enough for.</summary>
[Collection(PostgresVersionsFixture.Collection)]
public sealed class WriteReadingTests(PostgresVersionsFixture servers)
{
    private const string Database = "written";
    private const string Sleep = "(SELECT pg_sleep(60)) IS NOT NULL";

    private const string Setup = """
        CREATE TABLE sales AS SELECT i AS id, i % 100 AS customer FROM generate_series(1, 50000) i;
        ALTER TABLE sales ADD PRIMARY KEY (id);
        CREATE TABLE customers AS SELECT i AS id FROM generate_series(0, 99) i;
        CREATE TABLE copies (id int, customer int);
        CREATE TABLE fresh (id int, customer int) WITH (autovacuum_enabled = off);
        CREATE TABLE secret AS SELECT * FROM sales;
        ALTER TABLE sales OWNER TO app;
        ALTER TABLE customers OWNER TO app;
        ALTER TABLE copies OWNER TO app;
        ALTER TABLE fresh OWNER TO app;
        ALTER TABLE secret OWNER TO app;
        GRANT SELECT ON sales, customers, fresh TO rgpolicy;
        ANALYZE;
        INSERT INTO fresh SELECT i, i FROM generate_series(1, 50) i;
        """;

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(15)]
    [OnPostgres(16)]
    [OnPostgres(17)]
    [OnPostgres(18)]
    public async Task PollAsync_LargeWrite_IsToldByHowItFindsItsRows(int version)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Setup);
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);

        foreach (
            var (text, words) in new[]
            {
                ($"UPDATE sales SET customer = 1 WHERE customer > 5 AND {Sleep}", "finds its rows by a scan"),
                (
                    $"DELETE FROM sales s USING customers c WHERE c.id = s.customer AND c.id > 5 AND {Sleep}",
                    "finds its rows by a scan"
                ),
                ($"INSERT INTO copies SELECT * FROM sales WHERE {Sleep}", "finds its rows by a scan"),
                (
                    $"INSERT INTO copies SELECT i, i FROM generate_series(1, 5000) i WHERE {Sleep}",
                    "writes about 5,000 rows"
                ),
                (
                    $"SELECT id FROM sales WHERE customer > 5 AND {Sleep} FOR UPDATE OF sales SKIP LOCKED LIMIT 100000",
                    "finds its rows by a scan"
                ),
                (
                    version < 15
                        ? $"DELETE FROM sales WHERE customer > 5 AND {Sleep}"
                        : $"MERGE INTO sales s USING customers c ON c.id = s.customer AND {Sleep} WHEN MATCHED THEN "
                            + "UPDATE SET customer = 1",
                    "finds its rows by a scan"
                ),
            }
        )
        {
            var query = await ToldAsync(
                cluster,
                observer,
                text,
                q => q.Plan.Profile?.Reason.EndsWith(words, StringComparison.Ordinal) ?? false
            );

            Assert.Equal(
                (PlanShape.Write, true, "inferred"),
                (query.Plan.Profile!.Shape, query.Plan.Profile.Writes, query.Plan.Source)
            );
        }
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task PollAsync_SmallWriteOrOneWhoseTablesMayNotBeRead_IsToldByItsAge(int version)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Setup);
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);

        foreach (
            var text in new[]
            {
                $"UPDATE sales SET customer = 1 WHERE id = 5 AND {Sleep}",
                $"SELECT id FROM sales WHERE id = 5 AND {Sleep} FOR NO KEY UPDATE",
                $"UPDATE fresh SET customer = 1 WHERE customer = 5 AND {Sleep}",
                $"INSERT INTO copies SELECT * FROM secret WHERE {Sleep}",
            }
        )
        {
            var query = await ToldAsync(cluster, observer, text, q => q.Plan.Profile?.Shape == PlanShape.Write);

            Assert.Contains("has run for 1 s or more", query.Plan.Profile!.Reason, StringComparison.Ordinal);
        }
    }

    private static async Task<ObservedQuery> ToldAsync(
        PostgresCluster cluster,
        PostgresObserver observer,
        string text,
        Predicate<ObservedQuery> wanted
    )
    {
        await using var running = await RunningStatement.StartAsync(
            await cluster.OpenAsync(Database, PostgresVersionsFixture.Application),
            text
        );
        return await PostgresServer.UntilAsync(observer, running.ProcessId, wanted);
    }
}
