using RgPolicy.Testing.Stack;

namespace RgPolicy.HtapBench.Server;

/// <summary>The data: pgbench's tables for OLTP, a fact table with two dimensions for analytics, tables
/// to load into.</summary>
internal static class BenchData
{
    private const int FullFactRows = 7_900_000;
    private const int FullPgbenchScale = 20;
    private const int FullIndexedRows = 1_000_000;

    /// <summary>Streams of a bulk load, each with a table of its own.</summary>
    public const int MaximumLoaders = 32;

    /// <summary>The table that a stream loads into.</summary>
    /// <param name="stream">1 to <see cref="MaximumLoaders"/>.</param>
    public static string StagingTable(int stream) => string.Create(CultureInfo.InvariantCulture, $"staging_{stream}");

    /// <summary>Tables to build indexes on, and to read rows from that are inserted.</summary>
    public const int MaximumBuilders = 4;

    /// <summary>The table on which a client builds its index.</summary>
    /// <param name="client">1 to <see cref="MaximumBuilders"/>.</param>
    public static string IndexedTable(int client) => string.Create(CultureInfo.InvariantCulture, $"indexed_{client}");

    /// <summary>What a client builds, and what drops it again.</summary>
    /// <param name="client">1 to <see cref="MaximumBuilders"/>.</param>
    public static (string Work, string Undo) IndexBuild(int client)
    {
        var table = IndexedTable(client);
        return ($"create index {table}_note on {table} (note, reading)", $"drop index {table}_note");
    }

    /// <summary>What a client writes, and what empties its table again.</summary>
    /// <param name="client">1 to <see cref="MaximumBuilders"/>.</param>
    public static (string Work, string Undo) Insert(int client)
    {
        var table = StagingTable(client);
        return (
            $"insert into {table} (id, reading, note) select id, reading, note from {IndexedTable(client)}",
            $"truncate {table}"
        );
    }

    /// <summary>Creates roles and data; the same rows at every start.</summary>
    public static async Task LoadAsync(
        BenchServer server,
        double scale,
        double facts,
        CancellationToken cancellationToken
    )
    {
        await server.ExecuteAsync(Roles, cancellationToken, database: "postgres");
        await server.ExecuteAsync("create database " + BenchServer.Database, cancellationToken, database: "postgres");
        await InitialisePgbenchAsync(server, Math.Max(1, (int)(FullPgbenchScale * scale)));
        await server.ExecuteAsync(Facts((int)(FullFactRows * scale * facts)), cancellationToken);
        await server.ExecuteAsync(Grants, cancellationToken);
        await server.ExecuteAsync(
            string.Concat(Enumerable.Range(1, MaximumLoaders).Select(Staging)),
            cancellationToken
        );
        await server.ExecuteAsync(
            string.Concat(
                Enumerable.Range(1, MaximumBuilders).Select(client => Indexed(client, (int)(FullIndexedRows * scale)))
            ),
            cancellationToken
        );
        await server.ExecuteAsync("vacuum (freeze, analyze)", cancellationToken);
        await server.ExecuteAsync("checkpoint", cancellationToken);
    }

    private static async Task InitialisePgbenchAsync(BenchServer server, int scale)
    {
        var cluster = server.Cluster;
        var (code, _, errors) = await ChildProgram.RunAsync(
            Path.Combine(BenchServer.Programs, "pgbench"),
            [
                "-i",
                "-q",
                "-s",
                scale.ToString(CultureInfo.InvariantCulture),
                "-h",
                cluster.SocketDirectory,
                "-p",
                cluster.Port.ToString(CultureInfo.InvariantCulture),
                "-U",
                "postgres",
                BenchServer.Database,
            ],
            TimeSpan.FromMinutes(5)
        );
        if (code != 0)
            throw new InvalidOperationException("pgbench -i failed: " + errors);
    }

    private const string Roles = """
        create role app login;
        create role report login;
        create role loader login;
        create role rgpolicy login;
        grant pg_read_all_stats, pg_read_all_data to rgpolicy;
        """;

    private const string Grants = """
        grant select on all tables in schema public to app, report;
        grant insert, update, delete on pgbench_accounts, pgbench_tellers, pgbench_branches, pgbench_history to app;
        grant create on schema public to loader;
        create extension pg_stat_statements;
        """;

    private static string Staging(int stream) =>
        $"""
            create table {StagingTable(
                stream
            )} (id bigint, device int, taken timestamp, reading double precision, note text);
            alter table {StagingTable(stream)} owner to loader;

            """;

    private static string Indexed(int client, int rows) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"""
            create table {IndexedTable(client)} as
              select g::bigint as id, (abs(hashint8(g)) % 1000000) / 7.0::double precision as reading,
                     'reading number ' || abs(hashint8(g + 3)) % 100000 || ' of a device' as note
              from generate_series(1, {rows}::bigint) g;
            alter table {IndexedTable(client)} owner to loader;

            """
        );

    // hashint8 spreads the keys like a random choice, but the same at every start.
    private static string Facts(int rows) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"""
            create table customers as
              select g as customer_id, 'segment ' || g % 12 as segment, 'city ' || g % 900 as city
              from generate_series(0, 199999) g;
            create table products as
              select g as product_id, 'group ' || g % 40 as product_group, g % 7 as tax
              from generate_series(0, 19999) g;
            create table sales as
              select g::bigint as sale_id,
                     abs(hashint8(g)) % 200000 as customer_id,
                     abs(hashint8(g + 7)) % 20000 as product_id,
                     date '2024-01-01' + (g % 700)::int as sold_on,
                     1 + abs(hashint8(g + 13)) % 9 as quantity,
                     (abs(hashint8(g + 29)) % 100000) / 100.0::double precision as price,
                     'sale number ' || g || ' by the till' as note
              from generate_series(1, {rows}::bigint) g;
            alter table customers add primary key (customer_id);
            alter table products add primary key (product_id);
            """
        );
}
