namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>The short form of <see cref="CheckSql.Refusal" />, for the many texts behind which there is no function,
/// operator or type but the server's own: everything that the long form begins with is looked for, and where there is
/// none of it the long form would find nothing else. The type of a table's rows is looked at with the table.</summary>
internal static class ShortCheckSql
{
    /// <summary>One row: whether partitions are reached, and whether the long form has to be asked. Parameters as it
    /// has them.</summary>
    public const string IsInDoubt =
        "WITH RECURSIVE "
        + ReachedSql.Wanted
        + ReachedSql.Unread
        + ReachedSql.Relations
        + ReachedSql.Odd
        + ReachedSql.Parts
        + ReachedSql.Foreign
        + """

            owner(oid) AS MATERIALIZED (
                SELECT nspowner FROM wanted WHERE nspowner IS NOT NULL
                UNION SELECT relowner FROM relation
                UNION SELECT unnest(owners) FROM level),

            """
        + TrustSql.Untrusted
        + """

            SELECT (SELECT has_partitions FROM shape), $10::text[] IS NULL
                OR (SELECT number FROM opened) > $12
                OR EXISTS (SELECT FROM pg_roles WHERE rolname = current_user AND rolsuper)
                OR EXISTS (SELECT FROM wanted WHERE nspowner IS NULL)
                OR EXISTS (SELECT FROM unread)
                OR EXISTS (SELECT FROM odd)
                OR EXISTS (SELECT FROM untrusted)
                OR EXISTS (SELECT FROM relation WHERE relrowsecurity OR relkind NOT IN ('r', 'p', 'v', 'm'))
                OR EXISTS (SELECT FROM part WHERE runs)
                OR EXISTS (SELECT FROM part_needs)
                OR EXISTS (SELECT FROM unnest($6 || $7) t(name), LATERAL (
                       SELECT FROM pg_proc x WHERE x.proname = t.name AND x.oid >= 16384 AND x.pronamespace = ANY ($9) OFFSET 0) p)
                OR EXISTS (SELECT FROM unnest($8) t(name), LATERAL (
                       SELECT FROM pg_operator x WHERE x.oprname = t.name AND x.oid >= 16384 AND x.oprnamespace = ANY ($9) OFFSET 0) o)
                OR EXISTS (SELECT FROM unnest($5) t(name), unnest($9) p(nsp), LATERAL (
                       SELECT x.typrelid FROM pg_type x WHERE x.typname = t.name AND x.typnamespace = p.nsp AND x.oid >= 16384 OFFSET 0) f
                    WHERE f.typrelid = 0 OR f.typrelid <> ALL (ARRAY(SELECT oid FROM reached)))
                OR EXISTS (SELECT FROM relation r, LATERAL (
                       SELECT FROM pg_attribute x WHERE x.attrelid = r.oid AND x.attnum > 0 AND x.atttypid >= 16384 OFFSET 0) a
                    WHERE NOT (r.relispartition AND r.is_child))
                OR EXISTS (SELECT FROM index WHERE 16384 <= ANY (indclass))
                OR EXISTS (SELECT FROM relation r, LATERAL (
                       SELECT FROM pg_partitioned_table x WHERE x.partrelid = r.oid AND 16384 <= ANY (x.partclass) OFFSET 0) k
                    WHERE r.relkind = 'p')
                OR EXISTS (SELECT FROM pg_cast WHERE oid >= 16384 AND castfunc <> 0 AND castsource < 16384 AND casttarget < 16384)
                OR EXISTS (SELECT FROM foreign_operator) OR EXISTS (SELECT FROM foreign_family)
            """;
}
