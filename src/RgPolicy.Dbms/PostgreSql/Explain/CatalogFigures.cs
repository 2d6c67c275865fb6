using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>Asks the catalog, once for each plan, how large the tables and indexes are that the plan names.</summary>
internal sealed class CatalogFigures : IAsyncDisposable
{
    /// <summary>A plan of more tables is judged without: the answer would take longer than it is worth.</summary>
    public const int MostTables = 200;

    private static readonly string[] NoNames = [];
    private static readonly uint[] NoOids = [];

    private readonly PostgresQuery _query;
    private readonly CatalogColumns _columns;

    private CatalogFigures(NpgsqlConnection connection, CatalogColumns columns)
    {
        _columns = columns;
        _query = new PostgresQuery(connection, [(FiguresSql.OwnNames, []), (FiguresSql.Figures, [NoNames, NoOids])]);
    }

    /// <summary>Prepares it, while names mean the server's own and nothing else.</summary>
    public static async Task<CatalogFigures> PrepareAsync(
        NpgsqlConnection connection,
        CancellationToken cancellationToken
    )
    {
        var catalog = new CatalogFigures(connection, await CatalogColumns.OpenAsync(connection, cancellationToken));
        await catalog._query.PrepareAsync(cancellationToken);
        await catalog.ReadAsync([], [], cancellationToken);
        return catalog;
    }

    /// <summary>
    /// What is known of them, in the transaction that planned: what is asked about is locked. Null where there is
    /// nothing to ask, or the server did not answer in time.
    /// </summary>
    public async Task<IReadOnlyDictionary<string, RelationFigures>?> FindAsync(
        IReadOnlyCollection<string> tables,
        uint[] relations,
        IReadOnlyCollection<string> columns,
        CancellationToken cancellationToken
    )
    {
        if (tables.Count is 0 or > MostTables)
            return null;
        Dictionary<string, RelationFigures>? found = null;
        try
        {
            found = await ReadAsync([.. tables], relations, cancellationToken);
            await _columns.AddAsync(found, [.. tables], relations, [.. columns], cancellationToken);
        }
        catch (PostgresException)
        {
            // What was found until then is as good as without the rest.
        }

        return found;
    }

    public async ValueTask DisposeAsync()
    {
        await _columns.DisposeAsync();
        await _query.DisposeAsync();
    }

    private async Task<Dictionary<string, RelationFigures>> ReadAsync(
        string[] tables,
        uint[] relations,
        CancellationToken cancellationToken
    )
    {
        var found = new Dictionary<string, RelationFigures>(StringComparer.Ordinal);
        var twice = new HashSet<string>(StringComparer.Ordinal);
        await using var reader = await _query.OpenAsync([tables, relations], cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
        {
            // It was dropped a moment ago.
            if (reader.IsDBNull(2))
                continue;
            double? rows = reader.IsDBNull(1) ? null : reader.GetDouble(1);
            if (!found.TryAdd(reader.GetString(0), new(rows, reader.GetDouble(2))))
                twice.Add(reader.GetString(0));
        }

        // Two schemas that the text names both hold it: the plan does not tell which one an operator reads.
        foreach (var name in twice)
            found.Remove(name);
        return found;
    }
}

/// <summary>What the catalog says of the relations that a plan names.</summary>
internal static class FiguresSql
{
    /// <summary>Until the transaction ends names mean the server's own: what the text needs to be found by stays out of
    /// the way.</summary>
    public const string OwnNames = "SET LOCAL search_path = pg_catalog, pg_temp";

    // $1 names of tables as the plan prints them, $2 oids of the relations that the text names: a name that several
    // schemas hold means one where the text names it.
    private const string Meant = """
        WITH named AS MATERIALIZED (
            SELECT k.oid, n.name, k.relpages, k.reltuples, k.relhasindex, count(*) OVER (PARTITION BY n.name) = 1 AS is_only_one
              FROM (SELECT DISTINCT name FROM unnest($1) u(name)) n, LATERAL (
                    SELECT c.oid, c.relpages, c.reltuples, c.relhasindex
                      FROM pg_class c WHERE c.relname = n.name AND c.relkind IN ('r', 'm') LIMIT 2) k),
        meant AS MATERIALIZED (
            SELECT oid, name, relpages, reltuples, relhasindex FROM named WHERE is_only_one
            UNION
            SELECT c.oid, c.relname, c.relpages, c.reltuples, c.relhasindex
              FROM pg_class c WHERE c.oid = ANY ($2) AND c.relname = ANY ($1) AND c.relkind IN ('r', 'm'))
        """;

    /// <summary>For each table that a plan names, and is the only one of its name in the database or is named by the
    /// text, its rows and pages, and those of its indexes. Rows are as the planner counts them: those of the last
    /// ANALYZE or VACUUM, at the size that the table has now; null where there was none. Planning has locked all of
    /// them.</summary>
    public const string Figures =
        Meant
        + """
            ,
            sized AS MATERIALIZED (
                SELECT name, relpages, reltuples, oid, relhasindex, pg_relation_size(oid) / 8192.0 AS pages FROM meant)
            SELECT name::text, CASE WHEN relpages > 0 AND reltuples >= 0
                                    THEN reltuples::float8 / relpages * (pages * 8192 / current_setting('block_size')::int4) END, pages::float8
              FROM sized
            UNION ALL
            SELECT c.relname::text, NULL, pg_relation_size(c.oid) / 8192.0::float8
              FROM sized s, LATERAL (SELECT x.indexrelid FROM pg_index x WHERE x.indrelid = s.oid OFFSET 0) i,
                   LATERAL (SELECT * FROM pg_class x WHERE x.oid = i.indexrelid OFFSET 0) c
             WHERE s.relhasindex
            """;

    /// <summary>The same tables' columns of the names in $3, as far as the role may read their statistics: how many
    /// different values they have, how far rows stand in their order, and of numbers the lowest and the highest that
    /// the statistics keep. Values of other types are not looked at: how they are written may be a user's own
    /// function.</summary>
    public const string Columns =
        Meant
        + """

            SELECT m.name::text, s.attname::text,
                   CASE WHEN s.n_distinct < 0 THEN -s.n_distinct * greatest(m.reltuples, 1) ELSE s.n_distinct END::float8,
                   s.correlation::float8, r.low, r.high
              FROM meant m,
                   LATERAL (SELECT n.nspname FROM pg_class c, pg_namespace n WHERE c.oid = m.oid AND n.oid = c.relnamespace) k,
                   LATERAL (SELECT x.attname, x.n_distinct, x.correlation, x.histogram_bounds, x.most_common_vals
                              FROM pg_stats x
                             WHERE x.schemaname = k.nspname AND x.tablename = m.name::name AND x.attname = ANY ($3)
                               AND NOT x.inherited OFFSET 0) s,
                   LATERAL (SELECT a.atttypid FROM pg_attribute a WHERE a.attrelid = m.oid AND a.attname = s.attname) t,
                   LATERAL (SELECT min(v::float8) AS low, max(v::float8) AS high
                              FROM unnest(CASE WHEN t.atttypid IN (20, 21, 23, 700, 701, 1700)
                                          THEN s.histogram_bounds::text::text[] || s.most_common_vals::text::text[] END) v
                             WHERE length(v) < 100) r
            """;
}
