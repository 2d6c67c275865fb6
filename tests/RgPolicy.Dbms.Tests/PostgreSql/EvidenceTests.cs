using Npgsql;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>What is known of statements that have no plan, or none that tells.</summary>
[Collection(PostgresServer.Collection)]
public sealed class EvidenceTests(PostgresServer server)
{
    [Fact]
    public async Task PollAsync_StatementWithoutPlan_HasItsProcessorTimeAndTheReason()
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(
            "DO $$ DECLARE i bigint := 0; BEGIN LOOP i := i + 1; END LOOP; END $$"
        );

        var (query, figures) = await UntilAsync(
            observer,
            running.ProcessId,
            used => used.Cpu > TimeSpan.FromMilliseconds(200)
        );

        Assert.Equal(PlanState.Absent, query.Plan.State);
        Assert.Contains("procedure", query.Plan.Source, StringComparison.Ordinal);
        Assert.True(figures.Cpu <= DateTimeOffset.UtcNow - query.Started, $"{figures.Cpu}");
        Assert.NotNull(figures.ReadBytes);
    }

    [Fact]
    public async Task PollAsync_StatementThatSleeps_UsesNoProcessorTime()
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync("select pg_sleep(60)");
        await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => observer.Refresh().Time - q.Started > TimeSpan.FromSeconds(1)
        );

        var observation = observer.Refresh();

        Assert.Equal(observation.Queries.Length, observation.Figures.Length);
        var figures = observation.FiguresOf(observation.Queries.Single(q => q.ProcessId == running.ProcessId));
        Assert.InRange(figures!.Value.Cpu!.Value, TimeSpan.Zero, TimeSpan.FromMilliseconds(500));
    }

    [Theory]
    [InlineData("WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n % 7 + 1 FROM r) SELECT count(*) FROM r")]
    [InlineData("SELECT count(*) FROM (SELECT generate_series(1, 10000000000) AS n) AS s WHERE n % 7 = 8")]
    public async Task Decide_PlanWithoutTablesWorksForLong_IsUnknown(string text)
    {
        var policy = PolicyReader.Check(
            "language 1\npool all { cpu weight 100 }\ndefault -> all\n"u8.ToArray(),
            "all.rgp",
            TargetProfile.Generic
        );
        var governor = new Governor(
            PolicyProgram.Compile(policy.Policy!, TargetProfile.Generic),
            new GovernorOptions()
        );
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(text);
        var before = await PostgresServer.UntilAsync(observer, running.ProcessId, q => q.Plan.State == PlanState.Known);
        Assert.Equal(PlanShape.Utility, before.Plan.Profile!.Shape);

        await PostgresServer.UntilAsync(observer, running.ProcessId, _ => Judged()?.Shape == PlanShape.Unknown);

        var judged = Judged()!;
        Assert.Contains("processor time", judged.Reason, StringComparison.Ordinal);
        Assert.Equal(CacheUse.Sensitive, judged.CacheUse);

        PlanProfile? Judged()
        {
            governor.Decide(observer.Refresh());
            return governor.Find(running.ProcessId)?.Query.Plan.Profile;
        }
    }

    [Theory]
    [InlineData("DO $$ BEGIN PERFORM count(*), pg_sleep(60) FROM orders; END $$", null)]
    [InlineData("DO $$ BEGIN PERFORM pg_sleep(2); PERFORM count(*), pg_sleep(60) FROM orders; END $$", null)]
    [InlineData("FETCH ALL FROM c", "BEGIN; DECLARE c CURSOR FOR SELECT pg_sleep(1) FROM orders")]
    public async Task PollAsync_WhatHidesItsStatements_NamesTheTablesThatItHasLocked(string text, string? before)
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(text, before: before);

        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.Source.Contains("orders (", StringComparison.Ordinal)
        );

        Assert.Equal(PlanState.Absent, query.Plan.State);
    }

    [Theory]
    [InlineData(
        "SELECT count(*), pg_sleep(60) FROM mine",
        "CREATE TEMP TABLE mine AS SELECT * FROM orders; ANALYZE mine",
        "mine ("
    )]
    [InlineData("SELECT works_on()", null, "orders (")]
    [InlineData("SELECT * FROM works_on()", null, "orders (")]
    public async Task PollAsync_PlanThatShowsNotWhatItWorksOn_NamesTheTablesThatItHasLocked(
        string text,
        string? before,
        string expected
    )
    {
        await server.Cluster.ExecuteAsync(
            """
            CREATE OR REPLACE FUNCTION works_on() RETURNS int LANGUAGE plpgsql
                AS 'BEGIN PERFORM count(*), (SELECT pg_sleep(60)) FROM public.orders; RETURN 1; END'
            """,
            PostgresServer.Shop
        );
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(text, before: before);

        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => ReasonOf(q).Contains("its transaction has locked", StringComparison.Ordinal)
        );

        Assert.Contains(expected, ReasonOf(query), StringComparison.Ordinal);
        Assert.True(query.Plan.Profile is null or { Shape: PlanShape.Unknown }, ReasonOf(query));
    }

    [Fact]
    public async Task PollAsync_FirstExecute_SaysAtOnceThatItHasNoPlan()
    {
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(
            "EXECUTE never_ended (1)",
            before: "PREPARE never_ended (int) AS SELECT count(*), pg_sleep(60) FROM orders WHERE customer <> $1 + 77"
        );

        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.Source.Contains("orders (", StringComparison.Ordinal)
        );

        Assert.Equal(PlanState.Absent, query.Plan.State);
        Assert.Contains("once an execution has ended", query.Plan.Source, StringComparison.Ordinal);
        Assert.True(observer.Refresh().Time - query.Started < TimeSpan.FromSeconds(30), "three failures take longer");
    }

    [Fact]
    public async Task PollAsync_FirstExecuteWherePlanningIsTracked_HasItsPlan()
    {
        // Where pg_stat_statements counts plannings, it shows a text once it is planned, which EXECUTE does first.
        await server.Cluster.ExecuteAsync("ALTER ROLE app SET pg_stat_statements.track_planning = on");
        try
        {
            await using var observer = await server.ConnectAsync();
            await using var running = await server.RunAsync(
                "EXECUTE never_ended (1)",
                before: "PREPARE never_ended (int) AS SELECT count(*), max(pg_sleep(60)::text) FROM orders WHERE "
                    + "customer <> $1 + 78"
            );

            var query = await PostgresServer.UntilAsync(
                observer,
                running.ProcessId,
                q => q.Plan.State == PlanState.Known
            );

            Assert.Equal("orders", Assert.Single(query.Plan.Profile!.Tables));
        }
        finally
        {
            await server.Cluster.ExecuteAsync("ALTER ROLE app RESET pg_stat_statements.track_planning");
        }
    }

    [Fact]
    public async Task PollAsync_RangeBetweenParameters_IsToldByItsHistoryAlone()
    {
        await server.Cluster.ExecuteAsync(
            """
            CREATE TABLE ranged AS SELECT i AS id, repeat('x', 20) AS note FROM generate_series(1, 600000) i;
            ALTER TABLE ranged ADD PRIMARY KEY (id);
            ALTER TABLE ranged OWNER TO app;
            ANALYZE ranged;
            """,
            PostgresServer.Shop
        );
        const string text = "SELECT count(note), (SELECT pg_sleep($3)) FROM ranged WHERE id BETWEEN $1 AND $2";
        await using var observer = await server.ConnectAsync();
        await using (
            var running = await RunningStatement.StartAsync(await Parametrised(out var command, text, 60), command)
        )
        {
            var unknown = await PostgresServer.UntilAsync(
                observer,
                running.ProcessId,
                q => q.Plan.State == PlanState.Known
            );
            Assert.Equal(PlanShape.Unknown, unknown.Plan.Profile!.Shape);
            Assert.Contains("range between two parameters", unknown.Plan.Profile.Reason, StringComparison.Ordinal);
        }

        for (var i = 0; i < 3; i++)
        {
            await using var connection = await Parametrised(out var command, text, 0);
            await command.ExecuteNonQueryAsync();
        }

        await using var again = await RunningStatement.StartAsync(await Parametrised(out var last, text, 60), last);
        var known = await PostgresServer.UntilAsync(
            observer,
            again.ProcessId,
            q => q.Plan.Profile?.Shape == PlanShape.Oltp
        );
        Assert.Contains("buffers on average", known.Plan.Profile!.Reason, StringComparison.Ordinal);
        Assert.Equal(Provenance.Inferred, known.Plan.Profile.ShapeProvenance);
    }

    [Theory]
    [InlineData("LATIN1")]
    [InlineData("WIN1252")]
    [InlineData("SQL_ASCII")]
    public async Task PollAsync_DatabaseOfAnotherEncoding_ItsTextsAreReadAndPlanned(string encoding)
    {
        var database = $"coded_{encoding}".ToLowerInvariant();
        await server.Cluster.ExecuteAsync(
            $"CREATE DATABASE {database} OWNER app ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
        );
        await server.Cluster.ExecuteAsync(
            """
            CREATE TABLE "Müll" AS SELECT i AS id, 'größe ' || i AS note FROM generate_series(1, 20000) i;
            ALTER TABLE "Müll" OWNER TO app;
            ANALYZE;
            """,
            database
        );
        const string text = "select count(*), pg_sleep(60) from \"M\u00fcll\" where note <> 'gr\u00f6\u00dfe'";
        await using var observer = await server.ConnectAsync();
        await using var running = await server.RunAsync(text, database);

        var query = await PostgresServer.UntilAsync(
            observer,
            running.ProcessId,
            q => q.Plan.State != PlanState.Pending
        );

        Assert.Equal(text, query.Statement!.Text);
        Assert.True(query.Plan.Profile?.Shape == PlanShape.Scan, query.Plan.Source);
    }

    private static string ReasonOf(ObservedQuery query) => query.Plan.Profile?.Reason ?? query.Plan.Source;

    private Task<NpgsqlConnection> Parametrised(out NpgsqlCommand command, string text, int seconds)
    {
        var made = command = new NpgsqlCommand(text)
        {
            CommandTimeout = 120,
            Parameters =
            {
                new() { Value = 1000 },
                new() { Value = 1050 },
                new() { Value = (double)seconds },
            },
        };
        return ConnectAsync(made);
    }

    private async Task<NpgsqlConnection> ConnectAsync(NpgsqlCommand command) =>
        command.Connection = await server.Cluster.OpenAsync(PostgresServer.Shop, PostgresServer.Application);

    private static async Task<(ObservedQuery Query, RequestFigures Figures)> UntilAsync(
        PostgresObserver observer,
        int processId,
        Predicate<RequestFigures> wanted
    )
    {
        for (var i = 0; i < 600; i++)
        {
            var observation = await observer.PollAsync(findBlocking: false, CancellationToken.None);
            if (
                observation.Queries.FirstOrDefault(q => q.ProcessId == processId) is { } query
                && observation.FiguresOf(query) is { } figures
                && wanted(figures)
            )
                return (query, figures);
            await Task.Delay(50);
        }

        throw new TimeoutException("the query never used as much as wanted");
    }
}
