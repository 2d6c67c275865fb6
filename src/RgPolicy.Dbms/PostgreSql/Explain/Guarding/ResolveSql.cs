namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

internal static class ResolveSql
{
    /// <summary>$1 schemas ('' for none) and $2 names: for each place at most two relations that could be meant, so
    /// that it is seen whether the name alone decides; with the number of their partitions and children, counted until
    /// it is above $3.</summary>
    public const string Candidates =
        "SELECT f.ord::int4, "
        + Columns
        + """

              FROM unnest($1, $2) WITH ORDINALITY r(schema, name, ord),
                   LATERAL (
                       (SELECT r.ord, c.oid, n.nspname, c.relname, c.relkind, c.relhassubclass
                          FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                         WHERE r.schema = '' AND c.relname = r.name AND c.relkind IN ('r', 'v', 'm', 'p', 'f', 'S')
                         LIMIT 2)
                       UNION ALL
                       SELECT r.ord, c.oid, n.nspname, c.relname, c.relkind, c.relhassubclass
                         FROM pg_namespace n JOIN pg_class c ON c.relnamespace = n.oid
                        WHERE r.schema <> '' AND n.nspname = r.schema AND c.relname = r.name AND c.relkind IN ('r', 'v', 'm', 'p', 'f', 'S')) f
             ORDER BY 1
            """;

    /// <summary>Relations of the names $4 that backend $1 has locked, while it runs what it began at $2; the same
    /// columns. While it waits for a lock, what it has locked may be of earlier statements, and none is told.</summary>
    public const string Locked =
        "SELECT 0, "
        + Columns
        + """

              FROM (SELECT DISTINCT c.oid, n.nspname, c.relname, c.relkind, c.relhassubclass
                      FROM pg_locks l JOIN pg_class c ON c.oid = l.relation JOIN pg_namespace n ON n.oid = c.relnamespace
                     WHERE l.pid = $1 AND l.locktype = 'relation' AND l.granted AND c.relname = ANY ($4) AND c.relkind IN ('r', 'v', 'm', 'p', 'f', 'S')
                       AND l.database IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))
                       AND EXISTS (SELECT FROM pg_stat_get_activity($1) a WHERE a.query_start = $2 AND a.state = 'active')
                       AND NOT EXISTS (SELECT FROM pg_locks w WHERE w.pid = $1 AND NOT w.granted)) f
            """;

    // A level of partitions at a time: one look into the index for many of them. Which partitions have some of their
    // own is asked of the small catalog of partitioned tables; a partition that is none can have none.
    private const string Columns = """
        f.oid, f.nspname::text, f.relname::text, f.relkind::text, coalesce(has_table_privilege(f.oid, 'SELECT'), false),
               CASE WHEN f.relhassubclass THEN (
                   WITH RECURSIVE level(number, parents) AS (
                       SELECT 0, ARRAY[f.oid]
                       UNION ALL
                       SELECT cardinality(k.members),
                              CASE WHEN f.relkind = 'p' THEN ARRAY(SELECT p.partrelid FROM pg_partitioned_table p WHERE p.partrelid = ANY (k.members))
                                   ELSE k.members END
                         FROM level l, LATERAL (
                              SELECT ARRAY(SELECT i.inhrelid FROM pg_inherits i WHERE i.inhparent = ANY (l.parents) LIMIT $3 + 1) AS members OFFSET 0) k
                        WHERE cardinality(l.parents) BETWEEN 1 AND $3)
                   SELECT sum(number)::int4 FROM level) ELSE 0 END
        """;
}
