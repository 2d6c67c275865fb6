using System.Diagnostics;
using Npgsql;
using RgPolicy.Dbms.Phases;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.PostgreSql.Poll;
using RgPolicy.Plans;
using RgPolicy.Testing;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Poll;

/// <summary>What is told of the work that commands are at, by servers of several versions.</summary>
[Collection(PostgresVersionsFixture.Collection)]
public sealed class CommandProgressTests(PostgresVersionsFixture servers)
{
    private const string Database = "phases";

    // Both halves of a build take seconds: rows are read through one slow function, and sorted by another.
    private const string Setup = """
        CREATE FUNCTION slowly(int) RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN PERFORM pg_sleep(0.004); RETURN $1; END $$;
        CREATE FUNCTION slow_order(int, int) RETURNS int LANGUAGE plpgsql IMMUTABLE
            AS $$ BEGIN PERFORM pg_sleep(0.002); RETURN btint4cmp($1, $2); END $$;
        CREATE OPERATOR CLASS slow_ops FOR TYPE int USING btree AS
            OPERATOR 1 <, OPERATOR 2 <=, OPERATOR 3 =, OPERATOR 4 >=, OPERATOR 5 >, FUNCTION 1 slow_order(int, int);
        CREATE TABLE t AS SELECT (i * 7919) % 500 AS id, repeat('x', 400) AS note FROM generate_series(1, 500) i;
        ALTER TABLE t OWNER TO app;
        CREATE TABLE large AS SELECT repeat('x', 400) AS note FROM generate_series(1, 100000) i;
        ALTER TABLE large OWNER TO app;
        GRANT CREATE ON SCHEMA public TO app;
        """;

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task PollAsync_IndexBuild_IsToldFromTheScanToTheSort(int version)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Setup);
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);
        await using var client = await OpenAsync(cluster);
        await using var build = await RunningStatement.StartAsync(client, "CREATE INDEX ON t (slowly(id) slow_ops)");

        var scan = await PostgresServer.UntilAsync(observer, build.ProcessId, query => query.Phase is not null);
        Assert.Equal((PlanShape.Scan, StatementKind.IndexBuild), (scan.Phase, scan.Statement?.Kind));

        await PostgresServer.UntilAsync(observer, build.ProcessId, query => query.Phase == PlanShape.Sort);
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task PollAsync_VacuumAndAnalyze_AreToldToScan(int version)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Setup);
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);
        foreach (var command in (string[])["VACUUM large", "ANALYZE large"])
        {
            await using var client = await OpenAsync(cluster);
            await PostgresServer.DoAsync(client, "SET vacuum_cost_delay = 100; SET vacuum_cost_limit = 20");
            await using var running = await RunningStatement.StartAsync(client, command);

            var query = await PostgresServer.UntilAsync(observer, running.ProcessId, each => each.Phase is not null);

            Assert.Equal(PlanShape.Scan, query.Phase);
        }
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task PollAsync_Copy_IsToldToLoadOrToScanAndOfAQueryNothing(int version)
    {
        var cluster = await servers.WithDatabaseAsync(version, Database, Setup);
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);

        await using var loader = await OpenAsync(cluster);
        await using (await loader.BeginTextImportAsync("COPY large FROM STDIN"))
            Assert.Equal(PlanShape.BulkLoad, await PhaseAsync(observer, loader));

        await using var reader = await OpenAsync(cluster);
        using (await reader.BeginTextExportAsync("COPY large TO STDOUT"))
        {
            Assert.Equal(PlanShape.Scan, await PhaseAsync(observer, reader));
            await CancelAsync(cluster, reader);
        }

        await using var asker = await OpenAsync(cluster);
        using (await asker.BeginTextExportAsync("COPY (SELECT * FROM large ORDER BY note) TO STDOUT"))
        {
            Assert.Null(await LaterPhaseAsync(observer, asker));
            await CancelAsync(cluster, asker);
        }
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task PollAsync_ViewMayNotBeRead_GoesOnWithoutPhasesAndSaysSoOnce(int version)
    {
        const string View = "pg_catalog.pg_stat_progress_copy";
        var cluster = await servers.WithDatabaseAsync(version, Database, Setup);
        await cluster.ExecuteAsync($"REVOKE SELECT ON {View} FROM PUBLIC");
        try
        {
            await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);
            await using var loader = await OpenAsync(cluster);
            await using var import = await loader.BeginTextImportAsync("COPY large FROM STDIN");

            Assert.Null(await LaterPhaseAsync(observer, loader));
            for (var poll = 0; poll < 5; poll++)
                await observer.PollAsync(findBlocking: false, CancellationToken.None);
            var note = Assert.Single(observer.Notes, each => each.Contains("plan.phase", StringComparison.Ordinal));
            Assert.Contains("pg_stat_progress_copy", note, StringComparison.Ordinal);
        }
        finally
        {
            await cluster.ExecuteAsync($"GRANT SELECT ON {View} TO PUBLIC");
        }
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(15)]
    [OnPostgres(16)]
    [OnPostgres(17)]
    [OnPostgres(18)]
    public async Task WorkOf_EveryPhaseThatTheServerKnows_IsWorkOrNone(int version)
    {
        var cluster = await servers.GetAsync(version);
        var phases = await cluster.ScalarAsync(
            """
            SELECT string_agg(DISTINCT phase, '|') FROM (
                SELECT m[1] AS phase FROM pg_views,
                       LATERAL regexp_matches(definition, 'THEN ''([a-z][^'']+)''::text', 'g') m
                 WHERE viewname IN ('pg_stat_progress_create_index', 'pg_stat_progress_vacuum',
                                    'pg_stat_progress_analyze', 'pg_stat_progress_cluster')
                UNION ALL
                SELECT 'building index: ' || pg_indexam_progress_phasename(am.oid, n) FROM pg_am am, generate_series(1, 9) n
            ) phases WHERE phase NOT LIKE 'waiting %'
            """
        );

        string[] idle =
        [
            .. ((string)phases!)
                .Split('|')
                .Where(phase => CommandProgress.WorkOf(phase) is null)
                .Order(StringComparer.Ordinal),
        ];

        Assert.Equal(NoWork, idle);
    }

    // What begins or tidies up, what does several things under one name, and what goes on with a name of its own.
    private static readonly string[] NoWork =
    [
        "building index: initializing",
        "finalizing analyze",
        "initializing",
        "performing final cleanup",
        "rebuilding index",
        "swapping relation files",
        "truncating heap",
    ];

    /// <summary>The first that is told.</summary>
    private static async Task<PlanShape?> PhaseAsync(PostgresObserver observer, NpgsqlConnection client) =>
        (await PostgresServer.UntilAsync(observer, client.ProcessID, query => query.Phase is not null)).Phase;

    /// <summary>What is told after a longer time than a phase needs.</summary>
    private static async Task<PlanShape?> LaterPhaseAsync(PostgresObserver observer, NpgsqlConnection client)
    {
        var since = Stopwatch.StartNew();
        return (
            await PostgresServer.UntilAsync(
                observer,
                client.ProcessID,
                query => query.Statement is not null && since.Elapsed > 4 * PhaseWatch.ToBegin
            )
        ).Phase;
    }

    private static async Task CancelAsync(PostgresCluster cluster, NpgsqlConnection client) =>
        await cluster.ScalarAsync($"SELECT pg_terminate_backend({client.ProcessID})");

    private static Task<NpgsqlConnection> OpenAsync(PostgresCluster cluster) =>
        cluster.OpenAsync(Database, PostgresVersionsFixture.Application);
}
