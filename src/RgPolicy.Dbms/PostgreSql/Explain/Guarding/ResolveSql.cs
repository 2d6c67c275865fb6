namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>What the names of a text's tables mean.</summary>
internal static class ResolveSql
{
    /// <summary>
    /// $1 schemas ('' for none) and $2 names: for each place at most two relations that could be meant,
    /// so that it is seen whether the name alone decides; with the number of their partitions and
    /// children, counted to $3.
    /// </summary>
    public const string Candidates = """
        SELECT r.ord::int4, f.oid, f.nspname::text, f.relname::text, f.relkind::text, coalesce(has_table_privilege(f.oid, 'SELECT'), false),
               CASE WHEN f.relhassubclass THEN (
                   WITH RECURSIVE child(oid) AS (
                       SELECT inhrelid FROM pg_inherits WHERE inhparent = f.oid
                       UNION ALL SELECT i.inhrelid FROM child c, LATERAL (
                           SELECT x.inhrelid FROM pg_inherits x WHERE x.inhparent = c.oid OFFSET 0) i)
                   SELECT count(*)::int4 FROM (SELECT FROM child LIMIT $3) counted) ELSE 0 END
          FROM unnest($1, $2) WITH ORDINALITY r(schema, name, ord),
               LATERAL (
                   (SELECT c.oid, n.nspname, c.relname, c.relkind, c.relhassubclass
                      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                     WHERE r.schema = '' AND c.relname = r.name AND c.relkind IN ('r', 'v', 'm', 'p', 'f', 'S')
                     LIMIT 2)
                   UNION ALL
                   SELECT c.oid, n.nspname, c.relname, c.relkind, c.relhassubclass
                     FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid
                    WHERE r.schema <> '' AND n.nspname = r.schema AND c.relname = r.name AND c.relkind IN ('r', 'v', 'm', 'p', 'f', 'S')) f
         ORDER BY 1
        """;

    /// <summary>
    /// Relations of the names $3 that backend $1 has locked, while it runs what it began at $2; the
    /// same columns. While it waits for a lock, what it has locked may be of earlier statements, and none is told.
    /// </summary>
    public const string Locked = """
        SELECT 0, c.oid, n.nspname::text, c.relname::text, c.relkind::text, coalesce(has_table_privilege(c.oid, 'SELECT'), false), 0
          FROM pg_locks l JOIN pg_class c ON c.oid = l.relation JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE l.pid = $1 AND l.locktype = 'relation' AND l.granted AND c.relname = ANY ($3) AND c.relkind IN ('r', 'v', 'm', 'p', 'f', 'S')
           AND l.database IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
           AND EXISTS (SELECT FROM pg_stat_get_activity($1) a WHERE a.query_start = $2 AND a.state = 'active')
           AND NOT EXISTS (SELECT FROM pg_locks w WHERE w.pid = $1 AND NOT w.granted)
         GROUP BY c.oid, n.nspname, c.relname, c.relkind
        """;
}
