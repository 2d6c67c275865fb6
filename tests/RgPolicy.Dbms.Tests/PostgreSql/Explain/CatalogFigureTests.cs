using Npgsql;
using RgPolicy.Plans;
using RgPolicy.Testing;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>Plans of a live server are judged with what its catalog says of their tables.</summary>
[Collection(PostgresVersionsFixture.Collection)]
public sealed class CatalogFigureTests(PostgresVersionsFixture servers)
{
    private const double Rows = 60_000;

    // Rows that are much shorter than the 76 bytes that are assumed of an unknown row, so that the cost alone tells
    // far too few or too many.
    private const string Tables = """
        CREATE TABLE narrow AS SELECT (i % 30000)::int2 AS a FROM generate_series(1, 60000) i;
        CREATE TABLE wide AS SELECT i AS a, repeat('x', 400) AS b FROM generate_series(1, 60000) i;
        CREATE TABLE fresh AS SELECT i AS a, i AS b FROM generate_series(1, 60000) i;
        ALTER TABLE fresh SET (autovacuum_enabled = off);
        CREATE TABLE half (a int, d int) PARTITION BY LIST (d);
        CREATE TABLE half_1 PARTITION OF half FOR VALUES IN (1);
        CREATE TABLE half_2 PARTITION OF half FOR VALUES IN (2);
        INSERT INTO half SELECT i, 1 + i % 2 FROM generate_series(1, 60000) i;
        CREATE SCHEMA other;
        CREATE TABLE other.wide (a int, b text);
        CREATE UNIQUE INDEX wide_a ON wide (a);
        ANALYZE narrow; ANALYZE wide; ANALYZE half; ANALYZE other.wide;
        GRANT USAGE ON SCHEMA other TO rgpolicy; GRANT SELECT ON ALL TABLES IN SCHEMA public, other TO rgpolicy;
        """;

    [Theory]
    [OnPostgres(14), OnPostgres(15), OnPostgres(16), OnPostgres(17), OnPostgres(18)]
    public async Task Explain_FilteredScan_RowsAreThoseOfTheTable(int version)
    {
        var (cluster, database) = await DatabaseAsync(version, "figures");
        await using var probe = new ExplainProbe(PostgresVersionsFixture.Observer(cluster), database);

        // Of a table that was never analysed the server itself has but a guess, up to 1.3 times too large.
        foreach (
            var (text, provenance, most) in new[]
            {
                ("SELECT count(*) FROM narrow WHERE a = 7", Provenance.Estimate, 1.1),
                (
                    "SELECT count(*) FROM public.wide WHERE b LIKE '%y%' AND a % 7 = 3 AND a % 11 = 4",
                    Provenance.Estimate,
                    1.1
                ),
                ("SELECT count(*) FROM half WHERE a % 7 = 3", Provenance.Estimate, 1.1),
                ("SELECT count(*) FROM fresh WHERE a = $1", Provenance.Inferred, 1.4),
            }
        )
        {
            var profile = (await probe.ExplainAsync(text)).Facts!.Profile!;

            Assert.InRange((double)profile.RowsTouched.Value!, Rows * 0.95, Rows * most);
            Assert.Equal((text, provenance), (text, profile.RowsTouched.Provenance));
        }

        Assert.Equal("", await probe.LeftoversAsync());
    }

    [Theory]
    [OnPostgres(15), OnPostgres(18)]
    public async Task Explain_TableThatGrewSinceItWasAnalysed_RowsAreOfItsPresentSize(int version)
    {
        var (cluster, database) = await DatabaseAsync(version, "grown");
        await cluster.ExecuteAsync(
            "ALTER TABLE wide SET (autovacuum_enabled = off); INSERT INTO wide SELECT i, repeat('y', 400) FROM "
                + "generate_series(60001, 120000) i",
            database
        );
        await using var probe = new ExplainProbe(PostgresVersionsFixture.Observer(cluster), database);

        var profile = (await probe.ExplainAsync("SELECT count(*) FROM public.wide WHERE b LIKE '%z%'")).Facts!.Profile!;

        Assert.InRange((double)profile.RowsTouched.Value!, 2 * Rows * 0.95, 2 * Rows * 1.1);
    }

    [Theory]
    [OnPostgres(15), OnPostgres(18)]
    public async Task Find_TablesOfOneNameInTwoSchemas_AreToldApartByWhatTheTextNames(int version)
    {
        var (cluster, database) = await DatabaseAsync(version, "alike");
        await using var connection = await cluster.OpenAsync(database);
        await using var figures = await Dbms.PostgreSql.Explain.CatalogFigures.PrepareAsync(connection, default);
        var (first, second) = (await OidAsync(connection, "public.wide"), await OidAsync(connection, "other.wide"));

        var neither = await figures.FindAsync(["wide", "narrow"], [], [], default);
        var one = await figures.FindAsync(["wide", "narrow"], [first], [], default);
        var both = await figures.FindAsync(["wide", "narrow"], [first, second], [], default);

        Assert.Equal(["narrow"], neither!.Keys, StringComparer.Ordinal);
        Assert.Equal(["narrow", "wide", "wide_a"], one!.Keys.Order(StringComparer.Ordinal), StringComparer.Ordinal);
        Assert.Equal(Rows, one["wide"].Rows!.Value, 0.05 * Rows);
        Assert.InRange(one["wide_a"].Pages, 100, 250);
        Assert.DoesNotContain("wide", both!.Keys, StringComparer.Ordinal);
        Assert.Null(await figures.FindAsync([], [first], [], default));
        Assert.Null(await figures.FindAsync([.. Enumerable.Range(0, 201).Select(i => $"t{i}")], [first], [], default));
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task Explain_LoopOverFewKeys_KeepsTheirPagesAlone(int version)
    {
        var (cluster, database) = await DatabaseAsync(version, "looped");
        await cluster.ExecuteAsync(
            """
            CREATE TABLE hot AS SELECT 1000 + (i % 50) * 1000 AS a FROM generate_series(1, 3000) i;
            GRANT SELECT ON hot TO rgpolicy;
            ANALYZE hot;
            ALTER ROLE rgpolicy IN DATABASE looped SET enable_hashjoin = off;
            ALTER ROLE rgpolicy IN DATABASE looped SET enable_mergejoin = off;
            ALTER ROLE rgpolicy IN DATABASE looped SET enable_memoize = off;
            ALTER ROLE rgpolicy IN DATABASE looped SET enable_material = off;
            ALTER ROLE rgpolicy IN DATABASE looped SET enable_bitmapscan = off;
            """,
            database
        );
        await using var probe = new ExplainProbe(PostgresVersionsFixture.Observer(cluster), database);

        var profile = (await probe.ExplainAsync("SELECT sum(length(w.b)) FROM hot h JOIN public.wide w ON w.a = h.a"))
            .Facts!
            .Profile!;

        // A page and a leaf for each of fifty keys; by the sizes alone it would be all of the table's 3,500.
        Assert.InRange((double)profile.WorkingSetBytes.Value!, 60 * 8192, 100 * 8192);
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task Find_Columns_AreThoseWhoseStatisticsTheRoleMayRead(int version)
    {
        var (cluster, database) = await DatabaseAsync(version, "columned");
        await cluster.ExecuteAsync(
            """
            CREATE TABLE kept AS SELECT i AS id, i % 20 AS few, 'x' || i AS word, (1.5 * i)::numeric AS part FROM generate_series(1, 5000) i;
            UPDATE kept SET part = ('1e400')::numeric WHERE id = 5000;
            CREATE TABLE hidden AS SELECT * FROM kept;
            REVOKE ALL ON hidden FROM PUBLIC;
            GRANT SELECT ON kept TO app;
            ANALYZE;
            """,
            database
        );
        await using var connection = await cluster.OpenAsync(database, "app");
        await using var figures = await Dbms.PostgreSql.Explain.CatalogFigures.PrepareAsync(connection, default);
        await using var transaction = await connection.BeginTransactionAsync();

        var found = await figures.FindAsync(
            ["kept", "hidden"],
            [],
            ["id", "few", "word", "part", "no 'such'"],
            default
        );

        var kept = found!["kept"].Columns!;
        Assert.Equal(["few", "id", "part", "word"], kept.Keys.Order(StringComparer.Ordinal), StringComparer.Ordinal);
        Assert.Equal((5000, 1, 5000), (kept["id"].Distinct, kept["id"].Low, kept["id"].High));
        Assert.Equal((20, 0, 19), (kept["few"].Distinct, kept["few"].Low, kept["few"].High));
        Assert.Equal((5000, null, null), (kept["word"].Distinct, kept["word"].Low, kept["word"].High));
        Assert.InRange(kept["part"].High!.Value, 7_000, 7_500);
        Assert.Null(found["hidden"].Columns);
        Assert.Equal(5000, found["hidden"].Rows);
        Assert.All((await figures.FindAsync(["kept"], [], [], default))!.Values, each => Assert.Null(each.Columns));
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task Find_StatisticsMayNotBeRead_KeepsTheSizesAndTheTransaction(int version)
    {
        var (cluster, database) = await DatabaseAsync(version, "unread");
        await cluster.ExecuteAsync(
            "REVOKE SELECT ON pg_catalog.pg_stats FROM PUBLIC; GRANT SELECT ON narrow TO app",
            database
        );
        await using var connection = await cluster.OpenAsync(database, "app");
        await using var figures = await Dbms.PostgreSql.Explain.CatalogFigures.PrepareAsync(connection, default);
        await using var transaction = await connection.BeginTransactionAsync();

        foreach (
            var columns in (string[][])
                [
                    ["a"],
                    [],
                    ["a"],
                ]
        )
        {
            var narrow = (await figures.FindAsync(["narrow"], [], columns, default))!["narrow"];

            Assert.Equal(Rows, narrow.Rows!.Value, 0.05 * Rows);
            Assert.Null(narrow.Columns);
        }
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task Find_ColumnsAgainAndAgain_AreOfTheTablesAskedForWhateverTheSearchPath(int version)
    {
        var (cluster, database) = await DatabaseAsync(version, "repeated");
        await cluster.ExecuteAsync(
            """
            CREATE SCHEMA bait;
            CREATE VIEW bait.pg_class AS SELECT 1 AS oid;
            CREATE VIEW bait.pg_stats AS SELECT 1 AS n_distinct;
            GRANT USAGE ON SCHEMA bait TO app; GRANT SELECT ON ALL TABLES IN SCHEMA bait, public TO app;
            """,
            database
        );
        await using var connection = await cluster.OpenAsync(database, "app");
        await using var figures = await Dbms.PostgreSql.Explain.CatalogFigures.PrepareAsync(connection, default);

        for (var time = 0; time < 3; time++)
        {
            await using var transaction = await connection.BeginTransactionAsync();
            await using var path = new NpgsqlCommand("SET LOCAL search_path = bait, pg_catalog", connection);
            await path.ExecuteNonQueryAsync();

            var found = await figures.FindAsync(["narrow", "half_1"], [], time == 1 ? ["d"] : ["a"], default);

            Assert.Equal(time == 1, found!["narrow"].Columns is null);
            Assert.Equal(time == 1 ? "d" : "a", Assert.Single(found["half_1"].Columns!.Keys));
        }
    }

    private async Task<(PostgresCluster Cluster, string Database)> DatabaseAsync(int version, string database)
    {
        var cluster = await servers.GetAsync(version);
        await cluster.ExecuteAsync($"CREATE DATABASE {database}");
        await cluster.ExecuteAsync(Tables, database);
        return (cluster, database);
    }

    private static async Task<uint> OidAsync(NpgsqlConnection connection, string table)
    {
        await using var command = new NpgsqlCommand("SELECT $1::regclass::oid", connection)
        {
            Parameters = { new() { Value = table } },
        };
        return (uint)(await command.ExecuteScalarAsync())!;
    }
}
