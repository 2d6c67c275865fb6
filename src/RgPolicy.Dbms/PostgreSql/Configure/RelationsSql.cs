namespace RgPolicy.Dbms.PostgreSql.Configure;

/// <summary>The sizes of a database's tables and indexes.</summary>
internal static class RelationsSql
{
    /// <summary>
    /// Each whose name no other has: a plan prints it without its schema. Rows are as the planner counts them, those of
    /// the last ANALYZE or VACUUM at the size that the table has now; null where there was none, and of indexes. The
    /// limit is far above what databases have.
    /// </summary>
    public const string All = """
        SELECT relname::text,
               CASE WHEN relkind <> 'i' AND relpages > 0 AND reltuples >= 0
                    THEN reltuples::float8 / relpages * (bytes / current_setting('block_size')::int4) END,
               bytes / 8192
          FROM (SELECT c.relname, c.relkind, c.relpages, c.reltuples, pg_relation_size(c.oid)::float8 AS bytes,
                       count(*) OVER (PARTITION BY c.relname) AS same
                  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                 WHERE c.relkind IN ('r', 'm', 'i') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
                   AND n.nspname NOT LIKE 'pg\_toast%' AND n.nspname NOT LIKE 'pg\_temp%') k
         WHERE same = 1 AND bytes IS NOT NULL
         ORDER BY relname
         LIMIT 500000
        """;
}
