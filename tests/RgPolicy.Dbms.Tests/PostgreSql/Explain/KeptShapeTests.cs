using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.Tests.Clocks;
using RgPolicy.Plans;
using RgPolicy.Testing;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>One text that is planned again after its tables' statistics have changed keeps its shape, or says why
/// not.</summary>
[Collection(PostgresVersionsFixture.Collection)]
public sealed class KeptShapeTests(PostgresVersionsFixture servers)
{
    private const string Database = "kept_shape";
    private const string Text =
        "SELECT count(*), pg_sleep(60) FROM fact JOIN one USING (a) JOIN two USING (b) WHERE kind < 50";
    private const string Tables = """
        CREATE TABLE one AS SELECT i AS a, i AS c FROM generate_series(1, 1000) i;
        CREATE TABLE two AS SELECT i AS b, i AS d FROM generate_series(1, 1000) i;
        CREATE TABLE fact (a int, b int, kind int);
        ALTER TABLE fact SET (autovacuum_enabled = off);
        GRANT SELECT ON ALL TABLES IN SCHEMA public TO app, rgpolicy;
        """;
    private const int MostExecutions = 20;

    [Theory]
    [OnPostgres(14), OnPostgres(18)]
    public async Task PollAsync_OtherStatistics_ShapeStandsWhileItIsCloseAndThenSaysWhy(int version)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Tables);
        var clock = new MovedClock();
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, clock);

        var first = await ToldAsync(cluster, observer, clock, percent: 48, before: null);
        var close = await ToldAsync(cluster, observer, clock, percent: 38, before: first);
        var far = await ToldAsync(cluster, observer, clock, percent: 20, before: close);

        Assert.Equal((PlanShape.Join, PlanShape.Join, PlanShape.Scan), (first.Shape, close.Shape, far.Shape));
        Assert.DoesNotContain("told before", first.Reason, StringComparison.Ordinal);
        Assert.EndsWith(
            "join was told before and stands while it is this close",
            close.Reason,
            StringComparison.Ordinal
        );
        Assert.Contains("outweighs joining", far.Reason, StringComparison.Ordinal);
    }

    /// <summary>What is told when so many in a hundred rows pass the filter, and the plan of before is too old: an
    /// execution that finds it so brings the new one to those after it.</summary>
    private static async Task<PlanProfile> ToldAsync(
        PostgresCluster cluster,
        PostgresObserver observer,
        MovedClock clock,
        int percent,
        PlanProfile? before
    )
    {
        await cluster.ExecuteAsync(
            $"""
            TRUNCATE fact;
            INSERT INTO fact SELECT 1 + i % 1000, 1 + i % 1000, CASE WHEN i % 100 < {percent} THEN 1 ELSE 99 END
              FROM generate_series(1, 50000) i;
            ANALYZE;
            """,
            Database
        );
        clock.Move(new PostgresObserverOptions().PlanLifetime);
        for (var execution = 0; execution < MostExecutions; execution++)
        {
            await using var running = await RunningStatement.StartAsync(
                await cluster.OpenAsync(Database, PostgresVersionsFixture.Application),
                Text
            );
            var query = await PostgresServer.UntilAsync(
                observer,
                running.ProcessId,
                q => q.Plan.State == PlanState.Known
            );
            if (query.Plan.Profile!.Reason != before?.Reason)
                return query.Plan.Profile;
        }

        throw new TimeoutException("it was not planned again");
    }
}
