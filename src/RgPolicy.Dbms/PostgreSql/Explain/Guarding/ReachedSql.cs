namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>Parts of the guard's questions: what planning a text can reach from the relations that it names, and the
/// expressions that are kept with them. Parameters as <see cref="CheckSql.Refusal" /> has them.</summary>
internal static class ReachedSql
{
    /// <summary><c>wanted</c>: the relations as they were resolved, without owner where that is no longer so.</summary>
    public const string Wanted = """

        wanted AS MATERIALIZED (
            SELECT w.oid, w.schema, w.name, n.nspowner
              FROM unnest($2, $3, $4) w(oid, schema, name)
              LEFT JOIN pg_class c ON c.oid = w.oid AND c.relname = w.name
              LEFT JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = w.schema),
        """;

    /// <summary><c>unread</c>: of what, or of what columns that the text names, the login $13 may not read, as none of
    /// the roles that it can become. Its statement reads something else then, of that name, which no other session sees
    /// yet; and how it runs would tell what the statistics of the table say. A function that is called as a field of a
    /// row has all of it.</summary>
    public const string Unread = """

        unread(name) AS MATERIALIZED (
            SELECT w.name
              FROM (SELECT oid, name, EXISTS (
                               SELECT FROM unnest($7) f(name) JOIN pg_proc p ON p.proname = f.name
                                WHERE NOT EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = wanted.oid AND a.attname = f.name)) AS is_called
                      FROM wanted
                     WHERE $13 <> 0::oid AND nspowner IS NOT NULL
                       AND NOT coalesce(has_table_privilege($13, wanted.oid, 'SELECT'), false) OFFSET 0) w,
                   LATERAL (SELECT ARRAY(SELECT r.oid FROM pg_roles r WHERE pg_has_role($13, r.oid, 'MEMBER')) AS oids OFFSET 0) role
             WHERE NOT EXISTS (SELECT FROM unnest(role.oids) r(oid) WHERE has_table_privilege(r.oid, w.oid, 'SELECT'))
               AND (NOT EXISTS (SELECT FROM unnest(role.oids) r(oid) WHERE has_any_column_privilege(r.oid, w.oid, 'SELECT'))
                    OR EXISTS (SELECT FROM pg_attribute a
                                WHERE a.attrelid = w.oid AND a.attnum > 0 AND NOT a.attisdropped
                                  AND (a.attname = ANY ($5 || $7) OR w.oid = ANY ($14) OR w.is_called)
                                  AND NOT EXISTS (SELECT FROM unnest(role.oids) r(oid)
                                                   WHERE has_column_privilege(r.oid, a.attrelid, a.attnum, 'SELECT'))))),
        """;

    /// <summary><c>relation</c>, and <c>level</c> where most partitions are only counted: all that planning can
    /// open.</summary>
    // Partitions are looked at a level at a time, and each level is one row: there may be a thousand of them, and all
    // that matters of most is whose they are, and their indexes and statistics.
    public const string Relations = """

        reached AS (
            SELECT c.oid, c.relkind, c.relowner, c.relhasrules, c.relhassubclass, c.relhasindex, c.relchecks, c.relrowsecurity,
                   c.relispartition, false AS is_child
              FROM (SELECT oid FROM wanted
                    UNION
                    SELECT f.oid FROM unnest($5) t(name), unnest($9) p(nsp), LATERAL (
                        SELECT k.oid FROM pg_class k WHERE k.relname = t.name AND k.relnamespace = p.nsp
                           AND k.relkind IN ('r', 'v', 'm', 'p', 'f') OFFSET 0) f) start
              JOIN pg_class c ON c.oid = start.oid
             WHERE c.oid >= 16384
            UNION
            SELECT c.oid, c.relkind, c.relowner, c.relhasrules, c.relhassubclass, c.relhasindex, c.relchecks, c.relrowsecurity,
                   c.relispartition, next.is_child
              FROM reached r, LATERAL (
                    SELECT d.refobjid AS oid, false AS is_child
                      FROM pg_rewrite w JOIN pg_depend d
                        ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid AND d.refclassid = 'pg_class'::regclass
                     WHERE r.relhasrules AND w.ev_class = r.oid AND w.ev_type = '1'
                    UNION ALL
                    SELECT i.inhrelid, true FROM pg_inherits i WHERE r.relhassubclass AND i.inhparent = r.oid AND r.relkind = 'r') next
              JOIN pg_class c ON c.oid = next.oid
             WHERE c.oid >= 16384),
        level(members, parents, indexed, odd, owners) AS (
            SELECT NULL::oid[], ARRAY(SELECT oid FROM reached WHERE relkind = 'p'), NULL::oid[], NULL::oid[], NULL::oid[]
            UNION ALL
            SELECT k.* FROM level l, LATERAL (
                SELECT array_agg(c.oid), array_agg(c.oid) FILTER (WHERE c.relhassubclass), array_agg(c.oid) FILTER (WHERE c.relhasindex),
                       array_agg(c.oid) FILTER (WHERE c.relkind <> 'r' OR c.relhasrules OR c.relrowsecurity OR NOT c.relispartition),
                       CASE WHEN min(c.relowner) = max(c.relowner) THEN ARRAY[min(c.relowner)] ELSE array_agg(c.relowner) END
                  FROM pg_class c WHERE c.oid = ANY (ARRAY(SELECT i.inhrelid FROM pg_inherits i WHERE i.inhparent = ANY (l.parents))) AND c.oid >= 16384) k
             WHERE cardinality(l.parents) > 0),
        relation AS MATERIALIZED (
            SELECT * FROM reached
            UNION ALL
            SELECT c.oid, c.relkind, c.relowner, c.relhasrules, c.relhassubclass, c.relhasindex, c.relchecks, c.relrowsecurity,
                   c.relispartition, true AS is_child
              FROM pg_class c WHERE c.oid = ANY (ARRAY(SELECT unnest(odd) FROM level))),
        """;

    /// <summary><c>odd</c>: columns that the text may mean, of a type of the server's of which no value may be read
    /// while planning: a string beside one would be.</summary>
    public const string Odd = """

        odd(name) AS MATERIALIZED (
            SELECT a.attname
              FROM (SELECT oid FROM wanted WHERE cardinality($15) > 0 UNION SELECT oid FROM reached WHERE cardinality($15) > 0) r, LATERAL (
                   SELECT * FROM pg_attribute x WHERE x.attrelid = r.oid AND x.attnum > 0 AND x.atttypid = ANY ($15) OFFSET 0) a
             WHERE a.attname = ANY ($5 || $7) OR r.oid = ANY ($14)),
        """;

    /// <summary><c>part_needs</c>: what of others' the stored expressions of these use; <c>part</c>: which run
    /// text.</summary>
    // Expressions that are kept with relations. In their text an oid of what did not come with the
    // server has five digits at least: where there is no such number, there is nothing to look for. Checks are not
    // looked at where there are partitions: those statements are planned without constraint_exclusion.
    public const string Parts = """

        shape AS MATERIALIZED (SELECT EXISTS (SELECT FROM level WHERE members IS NOT NULL) OR EXISTS (SELECT FROM relation WHERE relispartition) AS has_partitions),
        index AS MATERIALIZED (
            SELECT i.indexrelid, i.indclass, i.indexprs IS NOT NULL OR i.indpred IS NOT NULL AS computes
              FROM (SELECT ARRAY(SELECT oid FROM reached WHERE relhasindex) AS oids UNION ALL SELECT indexed FROM level) k,
                   LATERAL (SELECT * FROM pg_index x WHERE x.indrelid = ANY (k.oids) OFFSET 0) i),
        stored(classid, objid, body) AS NOT MATERIALIZED (
            SELECT 'pg_rewrite'::regclass, w.oid, w.ev_action::text
              FROM relation r, LATERAL (SELECT * FROM pg_rewrite x WHERE x.ev_class = r.oid AND x.ev_type = '1' OFFSET 0) w
             WHERE r.relhasrules
            UNION ALL SELECT 'pg_class'::regclass, i.indexrelid, concat(x.indexprs::text, x.indpred::text)
              FROM index i, LATERAL (SELECT * FROM pg_index x WHERE x.indexrelid = i.indexrelid OFFSET 0) x WHERE i.computes
            UNION ALL SELECT 'pg_constraint'::regclass, c.oid, c.conbin::text
              FROM relation r, LATERAL (
                    SELECT x.oid, x.conbin FROM pg_constraint x
                     WHERE x.conrelid = r.oid AND x.contype = 'c' OFFSET 0) c
             WHERE r.relchecks > 0 AND NOT (SELECT has_partitions FROM shape)
            UNION ALL SELECT 'pg_statistic_ext'::regclass, e.oid, e.stxexprs::text
              FROM (SELECT ARRAY(SELECT oid FROM reached) AS oids UNION ALL SELECT members FROM level) k,
                   LATERAL (SELECT * FROM pg_statistic_ext x WHERE x.stxrelid = ANY (k.oids) AND x.stxexprs IS NOT NULL OFFSET 0) e
             WHERE EXISTS (SELECT FROM pg_statistic_ext)
            UNION ALL SELECT 'pg_class'::regclass, r.oid, k.partexprs::text
              FROM relation r, LATERAL (SELECT * FROM pg_partitioned_table x WHERE x.partrelid = r.oid OFFSET 0) k WHERE r.relkind = 'p'
            UNION ALL SELECT 'pg_attrdef'::regclass, f.oid, f.adbin::text
              FROM relation r, LATERAL (
                    SELECT d.oid, d.adbin FROM pg_attribute a, LATERAL (
                        SELECT * FROM pg_attrdef y WHERE y.adrelid = a.attrelid AND y.adnum = a.attnum OFFSET 0) d
                     WHERE a.attrelid = r.oid AND a.attgenerated <> '' OFFSET 0) f
             WHERE NOT (r.relispartition AND r.is_child)),
        part AS MATERIALIZED (
            SELECT classid, objid, body ~ $11 AS runs FROM stored WHERE body ~ '[1-9][0-9]{4}' OR body ~ $11),
        part_needs(refclassid, refobjid) AS MATERIALIZED (
            SELECT DISTINCT d.refclassid, d.refobjid
              FROM part, LATERAL (
                    SELECT * FROM pg_depend x WHERE x.classid = part.classid AND x.objid = part.objid OFFSET 0) d
             WHERE d.refobjid >= 16384
               AND d.refclassid IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_type'::regclass)),
        opened(number) AS MATERIALIZED (
            SELECT (SELECT count(*) FROM reached) + (SELECT coalesce(sum(cardinality(members)), 0) FROM level) + (SELECT count(*) FROM index)),
        """;

    /// <summary>What others than the server have put beside its own operators and types, so that it is used without
    /// being named: <c>foreign_operator</c> is the other side or the negation of one of them; <c>foreign_family</c> has
    /// operators and functions added to one of the server's families, or is how a type is compared that the server does
    /// not compare.</summary>
    public const string Foreign = """

        foreign_operator(oid) AS MATERIALIZED (
            SELECT oid FROM pg_operator
             WHERE oid >= 16384 AND (oprcom BETWEEN 1 AND 16383 OR oprnegate BETWEEN 1 AND 16383)),
        foreign_family(oid) AS MATERIALIZED (
            SELECT opcfamily FROM pg_opclass WHERE oid >= 16384 AND opcdefault AND opcintype < 16384 AND opcmethod IN (403, 405)
            UNION SELECT amopfamily FROM pg_amop WHERE oid >= 16384 AND amopfamily < 16384
            UNION SELECT amprocfamily FROM pg_amproc WHERE oid >= 16384 AND amprocfamily < 16384),
        """;
}
