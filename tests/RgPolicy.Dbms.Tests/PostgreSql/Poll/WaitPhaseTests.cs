using RgPolicy.Plans;
using RgPolicy.Testing;

namespace RgPolicy.Dbms.Tests.PostgreSql.Poll;

/// <summary>What waits of real statements tell of their work.</summary>
[Collection(PostgresVersionsFixture.Collection)]
public sealed class WaitPhaseTests(PostgresVersionsFixture servers)
{
    private const string Database = "waits";

    // Four pages of rows that each take their time: of three processes two wait while the third reads the last page.
    private const string Setup = """
        CREATE FUNCTION slowly(int) RETURNS int LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 100000
            AS $$ BEGIN PERFORM pg_sleep(0.02); RETURN $1; END $$;
        CREATE TABLE slow AS SELECT i AS id FROM generate_series(1, 904) i;
        CREATE TABLE quick AS SELECT i AS id, repeat('x', 200) AS note FROM generate_series(1, 20000) i;
        ALTER TABLE slow SET (parallel_workers = 2);
        ALTER TABLE quick SET (parallel_workers = 2);
        GRANT ALL ON slow, quick TO app;
        ANALYZE;
        """;

    private const string Parallel =
        "SET max_parallel_workers_per_gather = 2; SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0; "
        + "SET min_parallel_table_scan_size = 0; SET enable_mergejoin = off; SET enable_nestloop = off";

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task PollAsync_ParallelHashJoin_IsToldToJoinWhileItsProcessesWaitForEachOther(int version)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Setup);
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);
        await using var client = await cluster.OpenAsync(Database, PostgresVersionsFixture.Application);
        await PostgresServer.DoAsync(client, Parallel);
        await using var join = await RunningStatement.StartAsync(
            client,
            "SELECT count(*) FROM quick JOIN (SELECT id FROM slow WHERE slowly(id) > 0) s USING (id)"
        );

        var query = await PostgresServer.UntilAsync(observer, join.ProcessId, each => each.Phase is not null);

        Assert.Equal(PlanShape.Join, query.Phase);
    }
}
