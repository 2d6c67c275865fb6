using RgPolicy.Plans;
using RgPolicy.Testing;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>Texts that are found by their query id, which from 18 on is of the names of tables: of which login and
/// which tables they are.</summary>
[Collection(PostgresVersionsFixture.Collection)]
public sealed class TextLookupTests(PostgresVersionsFixture servers)
{
    private const string Database = "sought";

    private const string Tables = """
        DROP ROLE IF EXISTS tenant; CREATE ROLE tenant LOGIN;
        CREATE SCHEMA one; CREATE SCHEMA two; GRANT USAGE ON SCHEMA one, two TO app, tenant, rgpolicy;
        CREATE TABLE one.book AS SELECT 1 AS id;
        CREATE TABLE two.book AS SELECT i AS id FROM generate_series(1, 200000) i;
        GRANT SELECT ON one.book, two.book TO app, tenant, rgpolicy;
        ANALYZE one.book, two.book;
        """;

    [Theory]
    [OnPostgres(14, "app"), OnPostgres(15, "app"), OnPostgres(16, "app"), OnPostgres(17, "app"), OnPostgres(18, "app")]
    [OnPostgres(14, "tenant"), OnPostgres(18, "tenant")]
    public async Task PollAsync_AnotherTableOfTheName_ItsTextDecidesNothing(int version, string first)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Tables);
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);
        await ExecuteOnceAsync(cluster, first, "one.book");

        await using var running = await ExecuteAsync(cluster, "app", "two.book", "60");
        var told = new List<PlanFacts>();
        await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q =>
            {
                told.Add(q.Plan);
                return q.Plan.State == PlanState.Absent;
            }
        );

        Assert.DoesNotContain(told, plan => plan.Profile is { Shape: PlanShape.Oltp });
    }

    /// <summary>The same table as before: its text still tells its plan.</summary>
    [Theory]
    [OnPostgres(14), OnPostgres(15), OnPostgres(16), OnPostgres(17), OnPostgres(18)]
    public async Task PollAsync_TextOfItsOwnLoginAndTables_TellsItsPlan(int version)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Tables);
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);
        await ExecuteOnceAsync(cluster, "app", "two.book");

        await using var running = await ExecuteAsync(cluster, "app", "two.book", "60");
        var query = await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Plan.State == PlanState.Known);

        Assert.Equal(PlanShape.Scan, query.Plan.Profile!.Shape);
    }

    /// <summary>Both texts name their schema, both have one query id from 18 on, and no constant tells them apart.</summary>
    [Theory]
    [OnPostgres(17), OnPostgres(18)]
    public async Task PollAsync_TextsOfOneIdNameOtherSchemas_EachHasItsPlan(int version)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Tables);
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);
        var shapes = new List<PlanShape>();
        foreach (var table in new[] { "one.book", "two.book", "one.book" })
        {
            await using var running = await RunningStatement.StartAsync(
                await cluster.OpenAsync(Database, "app"),
                $"SELECT count(pg_sleep(id + id + id + id)) FROM {table}"
            );
            var query = await PostgresServer.UntilAsync(
                observer,
                running.ProcessId,
                q => q.Plan.State == PlanState.Known
            );
            shapes.Add(query.Plan.Profile!.Shape);
        }

        Assert.NotEqual(PlanShape.Oltp, shapes[1]);
        Assert.All([shapes[0], shapes[2]], shape => Assert.NotEqual(shapes[1], shape));
    }

    private static async Task ExecuteOnceAsync(PostgresCluster cluster, string login, string table)
    {
        await using var connection = await cluster.OpenAsync(Database, login);
        await PostgresServer.DoAsync(connection, Prepare(table));
        await PostgresServer.DoAsync(connection, "EXECUTE q(0.01)");
    }

    private static async Task<RunningStatement> ExecuteAsync(
        PostgresCluster cluster,
        string login,
        string table,
        string seconds
    )
    {
        var connection = await cluster.OpenAsync(Database, login);
        await PostgresServer.DoAsync(connection, Prepare(table));
        return await RunningStatement.StartAsync(connection, $"EXECUTE q({seconds})");
    }

    private static string Prepare(string table) => $"PREPARE q(float8) AS SELECT count(*), pg_sleep($1) FROM {table}";
}
