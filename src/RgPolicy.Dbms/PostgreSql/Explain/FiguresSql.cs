namespace RgPolicy.Dbms.PostgreSql.Explain;

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

    /// <summary>
    /// For each table that a plan names, and is the only one of its name in the database or is named by the text, its
    /// rows and pages, and those of its indexes. Rows are as the planner counts them: those of the last ANALYZE or
    /// VACUUM, at the size that the table has now; null where there was none. Planning has locked all of them.
    /// </summary>
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

    /// <summary>
    /// The same tables' columns of the names in $3, as far as the role may read their statistics: how many different
    /// values they have, how far rows stand in their order, and of numbers the lowest and the highest that the
    /// statistics keep. Values of other types are not looked at: how they are written may be a user's own function.
    /// </summary>
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
