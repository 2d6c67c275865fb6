using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.Tests.Clocks;
using RgPolicy.Plans;
using RgPolicy.Testing;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>REFRESH MATERIALIZED VIEW is told as the query of its view, under the same rules as any
/// text of another owner's.</summary>
[Collection(PostgresVersionsFixture.Collection)]
public sealed class RefreshedViewTests(PostgresVersionsFixture servers)
{
    // It sleeps in sessions that say so alone.
    private const string Setup = """
        CREATE TABLE sales AS SELECT i AS id, i % 100 AS customer FROM generate_series(1, 50000) i;
        ALTER TABLE sales OWNER TO app;
        GRANT SELECT ON sales TO rgpolicy;
        CREATE MATERIALIZED VIEW totals AS
            SELECT customer, count(*) AS number FROM sales, (SELECT pg_sleep(CASE setting WHEN 'slowly' THEN 60 END) FROM pg_settings WHERE name = 'application_name') s GROUP BY customer;
        CREATE UNIQUE INDEX ON totals (customer);
        ALTER MATERIALIZED VIEW totals OWNER TO app;
        ANALYZE sales;
        """;

    private const string Slowly = "SET application_name = 'slowly'";
    private readonly MovedClock _clock = new();

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(15)]
    [OnPostgres(16)]
    [OnPostgres(17)]
    [OnPostgres(18)]
    public async Task PollAsync_RefreshTwice_IsMaintenanceUntilTheViewCouldBeReadAndThenItsQuery(int version)
    {
        var cluster = await PrepareAsync(version, "refreshed_twice");
        await using var observer = await ConnectAsync(cluster);

        await using (var first = await RunAsync(cluster, "refreshed_twice", "REFRESH MATERIALIZED VIEW totals"))
        {
            var unread = await PostgresServer.UntilAsync(
                observer,
                first.ProcessId,
                q => q.Plan.State == PlanState.Known
            );
            Assert.Equal(
                (PlanShape.Maintenance, StatementKind.Maintenance),
                (unread.Plan.Profile!.Shape, unread.Statement!.Kind)
            );
            Assert.Contains("is read afterwards", unread.Plan.Profile.Reason, StringComparison.Ordinal);
        }

        await ReadAfterwardsAsync(cluster, observer, "refreshed_twice");
        await using var second = await RunAsync(cluster, "refreshed_twice", "REFRESH MATERIALIZED VIEW totals");
        var query = await PostgresServer.UntilAsync(
            observer,
            second.ProcessId,
            q => q.Plan.Profile is { Shape: not PlanShape.Maintenance }
        );

        Assert.Equal(
            ("re-explain", true, StatementKind.Maintenance),
            (query.Plan.Source, query.Plan.Profile!.Writes, query.Statement!.Kind)
        );
        Assert.Contains("sales", query.Plan.Profile.Tables, StringComparer.Ordinal);
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task PollAsync_RefreshConcurrently_IsItsQueryAtOnce(int version)
    {
        var cluster = await PrepareAsync(version, "refreshed_beside");
        await using var observer = await ConnectAsync(cluster);
        await using var running = await RunAsync(
            cluster,
            "refreshed_beside",
            "REFRESH MATERIALIZED VIEW CONCURRENTLY public.totals"
        );

        var query = await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Plan.State == PlanState.Known);

        Assert.Equal(("re-explain", true), (query.Plan.Source, query.Plan.Profile!.Writes));
        Assert.Contains("sales", query.Plan.Profile.Tables, StringComparer.Ordinal);
    }

    [Theory]
    [OnPostgres(15)]
    [OnPostgres(18)]
    public async Task PollAsync_ViewOfARoleThatIsNotTrusted_IsMaintenanceAndTheReasonNamesIt(int version)
    {
        var cluster = await PrepareAsync(version, "refreshed_strange");
        await cluster.ExecuteAsync(
            "DO $$ BEGIN CREATE ROLE mallory LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$"
        );
        await cluster.ExecuteAsync(
            "GRANT SELECT ON sales TO mallory; ALTER MATERIALIZED VIEW totals OWNER TO mallory",
            "refreshed_strange"
        );
        await using var observer = await ConnectAsync(cluster);
        await using var running = await RunAsync(
            cluster,
            "refreshed_strange",
            "REFRESH MATERIALIZED VIEW CONCURRENTLY totals",
            "mallory"
        );

        var query = await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Plan.State == PlanState.Known);

        Assert.Equal((PlanShape.Maintenance, "kind"), (query.Plan.Profile!.Shape, query.Plan.Source));
        Assert.Contains("totals belongs to role mallory", query.Plan.Profile.Reason, StringComparison.Ordinal);
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task PollAsync_ViewReadsViewsAndTheCatalogToo_IsItsQuery(int version)
    {
        var cluster = await PrepareAsync(version, "refreshed_of_views");
        await cluster.ExecuteAsync(
            """
            CREATE VIEW dear AS SELECT * FROM sales WHERE id > 10;
            ALTER VIEW dear OWNER TO app;
            GRANT SELECT ON dear TO rgpolicy;
            DROP MATERIALIZED VIEW totals;
            CREATE MATERIALIZED VIEW totals AS
                SELECT d.customer, count(*) AS number, max(c.relname::text) AS name, count(s.pid) AS sessions
                  FROM (SELECT pg_sleep(CASE setting WHEN 'slowly' THEN 60 END) FROM pg_settings WHERE name = 'application_name') p, dear d
                  LEFT JOIN pg_class c ON c.relname = 'sales' LEFT JOIN pg_stat_activity s ON s.pid = d.id GROUP BY d.customer;
            CREATE UNIQUE INDEX ON totals (customer);
            ALTER MATERIALIZED VIEW totals OWNER TO app;
            """,
            "refreshed_of_views"
        );
        await using var observer = await ConnectAsync(cluster);
        await using var running = await RunAsync(
            cluster,
            "refreshed_of_views",
            "REFRESH MATERIALIZED VIEW CONCURRENTLY totals"
        );

        var query = await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Plan.State == PlanState.Known);

        Assert.True(query.Plan.Source == "re-explain", query.Plan.Profile!.Reason);
        Assert.Contains("sales", query.Plan.Profile.Tables, StringComparer.Ordinal);
    }

    [Theory]
    [OnPostgres(15)]
    [OnPostgres(18)]
    public async Task PollAsync_TableWasRenamedSinceTheViewWasRead_IsNotPlannedOnTheOneThatHasItsName(int version)
    {
        var cluster = await PrepareAsync(version, "refreshed_renamed");
        await using var observer = await ConnectAsync(cluster);
        await using (
            var before = await RunAsync(cluster, "refreshed_renamed", "REFRESH MATERIALIZED VIEW CONCURRENTLY totals")
        )
            await PostgresServer.UntilAsync(observer, before.ProcessId, q => q.Plan.Source == "re-explain");
        await cluster.ExecuteAsync(
            "ALTER TABLE sales RENAME TO old_sales; CREATE TABLE sales (id int, customer int); ALTER "
                + "TABLE sales OWNER TO app;"
                + "GRANT SELECT ON sales TO rgpolicy",
            "refreshed_renamed"
        );

        await using var running = await RunAsync(cluster, "refreshed_renamed", "REFRESH MATERIALIZED VIEW totals");
        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.Profile is { } profile && !Passes(profile)
        );

        Assert.Equal(PlanShape.Maintenance, query.Plan.Profile!.Shape);
        Assert.Contains("its tables have other names by now", query.Plan.Profile.Reason, StringComparison.Ordinal);
    }

    [Theory]
    [OnPostgres(15)]
    [OnPostgres(18)]
    public async Task PollAsync_TablesAreLockedForAMoment_IsItsQueryWhileItRuns(int version)
    {
        var cluster = await PrepareAsync(version, "refreshed_locked");
        await using var observer = await ConnectAsync(cluster);
        await using (
            var before = await RunAsync(cluster, "refreshed_locked", "REFRESH MATERIALIZED VIEW CONCURRENTLY totals")
        )
            await PostgresServer.UntilAsync(observer, before.ProcessId, q => q.Plan.Source == "re-explain");
        _clock.Move(TimeSpan.FromMinutes(1));
        await using var locking = await cluster.OpenAsync("refreshed_locked", PostgresVersionsFixture.Application);
        await using var locked = await locking.BeginTransactionAsync();
        await using (var command = new Npgsql.NpgsqlCommand("LOCK TABLE sales IN ACCESS EXCLUSIVE MODE", locking))
            await command.ExecuteNonQueryAsync();

        await using var running = await RunAsync(cluster, "refreshed_locked", "REFRESH MATERIALIZED VIEW totals");
        await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.Profile?.Reason.Contains("its tables were locked", StringComparison.Ordinal) == true
        );
        await locked.RollbackAsync();

        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.Profile is { } profile && !Passes(profile)
        );
        Assert.True(query.Plan.Source == "re-explain", query.Plan.Profile!.Reason);
        Assert.Contains("sales", query.Plan.Profile.Tables, StringComparer.Ordinal);
    }

    /// <summary>A server that is busy answers at another try, for which time goes by.</summary>
    private bool Passes(PlanProfile profile)
    {
        if (
            !(
                profile.Reason.Contains("tables were locked", StringComparison.Ordinal)
                || profile.Reason.Contains("took longer", StringComparison.Ordinal)
            )
        )
            return false;
        _clock.Move(TimeSpan.FromSeconds(1));
        return true;
    }

    /// <summary>The next plan of that database is fetched, and what could not be read is read beside it.</summary>
    private async Task ReadAfterwardsAsync(PostgresCluster cluster, PostgresObserver observer, string database)
    {
        _clock.Move(TimeSpan.FromSeconds(31));
        await using var other = await RunAsync(cluster, database, "SELECT count(*), pg_sleep(60) FROM sales");
        await PostgresServer.UntilAsync(observer, other.ProcessId, q => q.Plan.State == PlanState.Known);
    }

    private Task<PostgresObserver> ConnectAsync(PostgresCluster cluster) =>
        PostgresVersionsFixture.TrustingAsync(cluster, _clock);

    private Task<PostgresCluster> PrepareAsync(int version, string database) =>
        servers.WithDatabaseAsync(version, database, Setup);

    private static async Task<RunningStatement> RunAsync(
        PostgresCluster cluster,
        string database,
        string sql,
        string user = PostgresVersionsFixture.Application
    )
    {
        var connection = await cluster.OpenAsync(database, user);
        await using (var command = new Npgsql.NpgsqlCommand(Slowly, connection))
            await command.ExecuteNonQueryAsync();
        return await RunningStatement.StartAsync(connection, sql);
    }
}
