namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>What the catalog says of the relations that a plan names.</summary>
internal static class FiguresSql
{
    /// <summary>
    /// $1 names of tables as the plan prints them, $2 oids of the relations that the text names: for each table that is
    /// one of these, or is the only one of its name in the database, its rows and pages, and those of its indexes. Rows
    /// are as the planner counts them: those of the last ANALYZE or VACUUM, at the size that the table has now; null
    /// where there was none. Planning has locked all of them.
    /// </summary>
    public const string Figures = """
        WITH named AS MATERIALIZED (
            SELECT k.oid, n.name, k.relpages, k.reltuples, k.relhasindex, count(*) OVER (PARTITION BY n.name) = 1 AS is_only_one
              FROM (SELECT DISTINCT name FROM unnest($1) u(name)) n, LATERAL (
                    SELECT c.oid, c.relpages, c.reltuples, c.relhasindex
                      FROM pg_class c WHERE c.relname = n.name AND c.relkind IN ('r', 'm') LIMIT 2) k),
        meant AS MATERIALIZED (
            SELECT oid, name, relpages, reltuples, relhasindex FROM named WHERE is_only_one
            UNION
            SELECT c.oid, c.relname, c.relpages, c.reltuples, c.relhasindex
              FROM pg_class c WHERE c.oid = ANY ($2) AND c.relname = ANY ($1) AND c.relkind IN ('r', 'm')),
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
}
