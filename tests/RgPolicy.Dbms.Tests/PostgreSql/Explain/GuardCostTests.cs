using Npgsql;
using RgPolicy.Dbms.Costs;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Testing;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>What the guard and a plan cost the server by the pages that they look at, which no other process on the
/// machine changes: it depends on what the text names, and not on how much else there is in the catalog.
/// tools/guard-cost/run makes a large one and measures processor time too.</summary>
public sealed class GuardCostTests
{
    private const int TablesAtOnce = 500;
    private const int Explanations = 200;

    private const int FewTables = 500;
    private const int TablesOfOneMoreLevel = 2_000;

    // An index of the catalog that has one more level is read by one more page at each look; among very
    // many tables it has two more.
    private static double MostGrowth => Tables > TablesOfOneMoreLevel ? 2 : 1.3;

    private static int Tables => Number("RGPOLICY_GUARD_TABLES", FewTables);

    private static readonly string[] Texts =
    [
        "SELECT count(*) FROM kept WHERE id > 3",
        "SELECT * FROM kept JOIN also USING (id) WHERE also.amount > 10",
        "SELECT lower(note), count(*) FROM over_kept GROUP BY 1",
        "SELECT * FROM parted WHERE id = 7",
    ];

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(15)]
    [OnPostgres(16)]
    [OnPostgres(17)]
    [OnPostgres(18)]
    public async Task ExplainAsync_ManyMoreTablesInTheCatalog_LooksAtAsManyPages(int version)
    {
        await using var fleet = new PostgresFleet(
            _ => new PostgresClusterOptions { PreloadLibraries = ["pg_stat_statements"] },
            (cluster, _) => PrepareAsync(cluster)
        );
        var cluster = await fleet.GetAsync(version);

        var before = await PagesAsync(cluster);
        await FillAsync(cluster);
        var after = await PagesAsync(cluster);

        await WriteFiguresAsync(cluster, version, before, after);
        for (var i = 0; i < Texts.Length; i++)
            Assert.True(
                after[i] <= before[i] * MostGrowth,
                FormattableString.Invariant($"{Texts[i]}: {before[i]} pages, then {after[i]}")
            );
    }

    /// <summary>For the command: pages without and with the other tables, and processor time of one explanation, the
    /// guard and the plan; and of a plain EXPLAIN of the same text on a connection that does nothing else.</summary>
    private static async Task WriteFiguresAsync(PostgresCluster cluster, int version, long[] before, long[] after)
    {
        if (Environment.GetEnvironmentVariable("RGPOLICY_GUARD_FILE") is not { Length: > 0 } file)
            return;
        // As the set-up script leaves the role: counting statements costs time too.
        await cluster.ExecuteAsync("ALTER ROLE rgpolicy SET pg_stat_statements.track = 'none'");
        await cluster.ExecuteAsync("ALTER ROLE rgpolicy SET pg_stat_statements.track_planning = off");
        await using var plain = await cluster.OpenAsync(user: "rgpolicy");
        for (var i = 0; i < Texts.Length; i++)
        {
            await using var probe = new ExplainProbe(PostgresVersionsFixture.Observer(cluster), "postgres");
            var guarded = await CpuAsync(await probe.BackendAsync(), () => probe.ExplainAsync(Texts[i]));
            var alone = await CpuAsync(plain.ProcessID, () => ExplainPlainlyAsync(plain, Texts[i]));
            await File.AppendAllTextAsync(
                file,
                FormattableString.Invariant(
                    $"{version}\t{before[i]}\t{after[i]}\t{guarded.TotalMilliseconds:0.00}\t{alone.TotalMilliseconds:0.00}\t{Texts[i]}\n"
                )
            );
        }
    }

    /// <summary>Of one explanation, when the server has read what it keeps: the median of many.</summary>
    private static async Task<TimeSpan> CpuAsync(int backend, Func<Task> explain)
    {
        for (var k = 0; k < 3; k++)
            await explain();
        using var cpu = BackendCpu.Open(backend, PostgresBackends.Program);
        var used = new TimeSpan[Explanations];
        for (var k = 0; k < Explanations; k++)
        {
            var before = cpu?.Read() ?? default;
            await explain();
            used[k] = (cpu?.Read() ?? default) - before;
        }

        Array.Sort(used);
        return used[Explanations / 2];
    }

    private static async Task ExplainPlainlyAsync(NpgsqlConnection connection, string text)
    {
        await using var command = new NpgsqlCommand($"EXPLAIN (FORMAT JSON, SETTINGS ON) {text}", connection);
        await command.ExecuteScalarAsync();
    }

    private static int Number(string variable, int usual) =>
        int.TryParse(
            Environment.GetEnvironmentVariable(variable),
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out var number
        )
            ? number
            : usual;

    /// <summary>Of each text when it is planned for the third time on a connection: by then the server
    /// has read what it keeps.</summary>
    private static async Task<long[]> PagesAsync(PostgresCluster cluster)
    {
        await using var probe = new ExplainProbe(PostgresVersionsFixture.Observer(cluster), "postgres");
        var pages = new long[Texts.Length];
        for (var i = 0; i < Texts.Length; i++)
        {
            for (var k = 0; k < 2; k++)
                Assert.Equal("re-explain", (await probe.ExplainAsync(Texts[i])).Facts!.Source);
            await cluster.ExecuteAsync("SELECT pg_stat_statements_reset()");
            Assert.Equal("re-explain", (await probe.ExplainAsync(Texts[i])).Facts!.Source);
            pages[i] = (long)
                (
                    await cluster.ScalarAsync(
                        "SELECT sum(shared_blks_hit + shared_blks_read)::int8 FROM pg_stat_statements WHERE userid = "
                            + "'rgpolicy'::regrole"
                    )
                )!;
            Assert.NotEqual(0, pages[i]);
        }

        return pages;
    }

    private static async Task PrepareAsync(PostgresCluster cluster)
    {
        await MakeAsync(cluster, PostgresSetup.Sql(offer: PostgresOffer.Everything));
        await MakeAsync(
            cluster,
            """
            CREATE EXTENSION pg_stat_statements;
            ALTER ROLE rgpolicy SET pg_stat_statements.track = 'all';
            ALTER ROLE rgpolicy SET pg_stat_statements.track_planning = on;
            CREATE TABLE kept (id int PRIMARY KEY, amount int DEFAULT 5 CHECK (amount > 0), note text DEFAULT 'none');
            CREATE TABLE also (id int, amount int DEFAULT 7 CHECK (amount < 1000));
            CREATE VIEW over_kept AS SELECT * FROM kept WHERE amount > 1;
            CREATE TABLE parted (id int, amount int DEFAULT 1) PARTITION BY RANGE (id);
            """
        );
        await MakeAsync(
            cluster,
            $$"""
            DO $$ BEGIN FOR i IN 1..{{Number("RGPOLICY_GUARD_PARTITIONS", 20)}} LOOP
                EXECUTE format('CREATE TABLE parted_%s PARTITION OF parted FOR VALUES FROM (%s) TO (%s)', i, i, i + 1);
            END LOOP; END $$
            """
        );
        await MakeAsync(cluster, "ANALYZE");
    }

    /// <summary>Tables with checks, defaults, indexes and partitions of others, in a schema of their own.</summary>
    private static async Task FillAsync(PostgresCluster cluster)
    {
        await MakeAsync(cluster, "CREATE SCHEMA much; CREATE TABLE much.others (id int) PARTITION BY LIST (id)");
        // One transaction has room for the locks of some thousand relations.
        for (var first = 1; first <= Tables; first += TablesAtOnce)
            await MakeAsync(
                cluster,
                $$"""
                DO $$ BEGIN FOR i IN {{first}}..{{first + TablesAtOnce - 1}} LOOP
                    EXECUTE format('CREATE TABLE much.t_%s (id int PRIMARY KEY, amount int DEFAULT 5 CHECK (amount > %s))', i, i);
                    IF i % 10 = 0 THEN EXECUTE format('CREATE TABLE much.others_%s PARTITION OF much.others FOR VALUES IN (%s)', i, i); END IF;
                END LOOP; END $$
                """
            );
        await MakeAsync(cluster, "ANALYZE");
    }

    /// <summary>However long it takes on a busy machine.</summary>
    private static async Task MakeAsync(PostgresCluster cluster, string sql)
    {
        await using var connection = await cluster.OpenAsync();
        await using var command = new NpgsqlCommand(sql, connection) { CommandTimeout = 0 };
        await command.ExecuteNonQueryAsync();
    }
}
