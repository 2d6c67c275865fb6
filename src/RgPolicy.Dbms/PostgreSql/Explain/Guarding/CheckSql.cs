namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>The question, asked under the locks, whether planning a text can run anything that a role which is not
/// trusted owns. What has an oid below 16384 came with the server. Every part is reached by an index from what the text
/// names.</summary>
internal static class CheckSql
{
    /// <summary>One row: the reason or null, and whether partitions are reached. $1 trusted roles; $2 oids, $3 schemas
    /// and $4 names of the relations as they were resolved; $5 other names, $6 called names, $7 names after a dot, $8
    /// operators; $9 oids of the schemas that names are looked up in; $10 extensions of which functions may run; $11 a
    /// pattern of stored expressions that call what may not; $12 how many tables, partitions and indexes planning may
    /// open; $13 the login that runs the text; $14 the oids of relations of which it may mean every column; $15 the
    /// oids of the server's types whose values may not be read while planning.</summary>
    public const string Refusal =
        "WITH RECURSIVE "
        + ReachedSql.Wanted
        + ReachedSql.Unread
        + ReachedSql.Relations
        + ReachedSql.Odd
        + ReachedSql.Parts
        + ReachedSql.Foreign
        + Types
        + Functions
        + Judged
        + Reasons;

    /// <summary>The reason or no row: whether the relations and all that views read belong to trusted roles, and are
    /// not more than may be locked, which is asked before they are. $1 to $4 as above; $5 how many may be
    /// locked.</summary>
    public const string OwnersRefusal =
        "WITH RECURSIVE " + ReachedSql.Wanted + Viewed + TrustSql.Untrusted + OwnersReasons;

    private const string Viewed = """

        viewed AS (
            SELECT c.oid, c.relowner, c.relhasrules, c.relhassubclass FROM wanted w JOIN pg_class c ON c.oid = w.oid WHERE c.oid >= 16384
            UNION
            SELECT c.oid, c.relowner, c.relhasrules, c.relhassubclass
              FROM viewed v, LATERAL (
                    SELECT d.refobjid AS oid
                      FROM pg_rewrite w JOIN pg_depend d
                        ON d.classid = 'pg_rewrite'::regclass AND d.objid = w.oid AND d.refclassid = 'pg_class'::regclass
                     WHERE v.relhasrules AND w.ev_class = v.oid AND w.ev_type = '1' OFFSET 0) next
              JOIN pg_class c ON c.oid = next.oid
             WHERE c.oid >= 16384),
        level(parents) AS (
            SELECT ARRAY(SELECT oid FROM viewed WHERE relhassubclass)
            UNION ALL
            SELECT ARRAY(SELECT i.inhrelid FROM pg_inherits i WHERE i.inhparent = ANY (l.parents) LIMIT $5 + 1)
              FROM level l WHERE cardinality(l.parents) BETWEEN 1 AND $5),
        owner(oid) AS MATERIALIZED (SELECT DISTINCT relowner FROM viewed),

        """;

    private const string OwnersReasons =
        """

            SELECT format('what %s.%s means has just changed', schema, name) FROM wanted WHERE nspowner IS NULL
            UNION ALL
            SELECT format('table or view %s belongs to role %s
            """
        + Remedy
        + """
            ', (SELECT c.relname FROM pg_class c WHERE c.oid = v.oid), pg_get_userbyid(v.relowner))
              FROM viewed v JOIN untrusted u ON u.oid = v.relowner
            UNION ALL
            SELECT format('its views read more than %s tables and partitions, too many to lock while it is planned', $5)
             WHERE (SELECT count(*) FROM viewed WHERE NOT relhassubclass) + (SELECT sum(cardinality(parents)) FROM level) > $5 + 1
            LIMIT 1
            """;

    private const string Types = """

        called AS MATERIALIZED (
            SELECT p.oid FROM unnest($6) t(name), LATERAL (
                SELECT x.oid FROM pg_proc x WHERE x.proname = t.name AND x.oid >= 16384 AND x.pronamespace = ANY ($9) OFFSET 0) p
            UNION
            SELECT p.oid FROM unnest($7) t(name), LATERAL (
                SELECT x.oid FROM pg_proc x
                 WHERE x.proname = t.name AND x.oid >= 16384 AND x.pronamespace = ANY ($9)
                   AND x.pronargs - x.pronargdefaults <= 1 OFFSET 0) p
            UNION
            SELECT refobjid FROM part_needs WHERE refclassid = 'pg_proc'::regclass),
        used_operator AS MATERIALIZED (
            SELECT o.oid FROM unnest($8) t(name), LATERAL (
                SELECT x.oid FROM pg_operator x WHERE x.oprname = t.name AND x.oid >= 16384 AND x.oprnamespace = ANY ($9) OFFSET 0) o
            UNION
            SELECT refobjid FROM part_needs WHERE refclassid = 'pg_operator'::regclass),
        type(oid) AS (
            SELECT start.oid
              FROM (SELECT f.oid FROM unnest($5) t(name), unnest($9) p(nsp), LATERAL (
                        SELECT k.oid FROM pg_type k WHERE k.typname = t.name AND k.typnamespace = p.nsp OFFSET 0) f
                    UNION ALL SELECT refobjid FROM part_needs WHERE refclassid = 'pg_type'::regclass
                    UNION ALL
                    SELECT a.atttypid FROM relation r, LATERAL (
                        SELECT x.atttypid FROM pg_attribute x WHERE x.attrelid = r.oid AND x.attnum > 0 OFFSET 0) a WHERE NOT (r.relispartition AND r.is_child)
                    UNION ALL
                    SELECT unnest(ARRAY[p.prorettype] || p.proargtypes::oid[] || p.proallargtypes)
                      FROM called k, LATERAL (SELECT * FROM pg_proc x WHERE x.oid = k.oid OFFSET 0) p
                    UNION ALL
                    SELECT unnest(ARRAY[o.oprleft, o.oprright, o.oprresult])
                      FROM used_operator k, LATERAL (SELECT * FROM pg_operator x WHERE x.oid = k.oid OFFSET 0) o) start
             WHERE start.oid >= 16384
            UNION
            SELECT next.oid
              FROM type, LATERAL (
                SELECT unnest(ARRAY[t.typelem, t.typbasetype]) AS oid FROM pg_type t WHERE t.oid = type.oid
                UNION ALL
                SELECT a.atttypid FROM pg_type t JOIN pg_attribute a ON a.attrelid = t.typrelid
                 WHERE t.oid = type.oid AND t.typrelid <> 0 AND a.attnum > 0 AND NOT a.attisdropped
                UNION ALL
                SELECT r.rngsubtype FROM pg_range r WHERE r.rngtypid = type.oid
                UNION ALL
                SELECT r.rngtypid FROM pg_range r WHERE r.rngmultitypid = type.oid
                UNION ALL
                SELECT d.refobjid FROM pg_constraint c JOIN pg_depend d
                    ON d.classid = 'pg_constraint'::regclass AND d.objid = c.oid AND d.refclassid = 'pg_type'::regclass
                 WHERE c.contypid = type.oid) next
             WHERE next.oid >= 16384),
        domain_check AS MATERIALIZED (
            SELECT c.oid, c.conbin::text ~ $11 AS runs
              FROM type, LATERAL (SELECT * FROM pg_constraint x WHERE x.contypid = type.oid OFFSET 0) c),
        conversion AS MATERIALIZED (
            SELECT c.oid, c.castsource, c.casttarget, c.castfunc
              FROM pg_cast c
             WHERE c.oid >= 16384 AND c.castfunc <> 0
               AND (c.castsource < 16384 OR c.castsource IN (SELECT oid FROM type))
               AND (c.casttarget < 16384 OR c.casttarget IN (SELECT oid FROM type))),
        """;

    // Functions that are run as they are needed, and those that are only called and may be left alone by planning.
    private const string Functions = """

        domain_need AS MATERIALIZED (
            SELECT d.refclassid, d.refobjid
              FROM domain_check c, LATERAL (
                    SELECT * FROM pg_depend x WHERE x.classid = 'pg_constraint'::regclass AND x.objid = c.oid OFFSET 0) d
             WHERE d.refobjid >= 16384),
        named_operator(oid) AS MATERIALIZED (
            SELECT oid FROM used_operator
            UNION SELECT refobjid FROM domain_need WHERE refclassid = 'pg_operator'::regclass
            UNION SELECT oid FROM foreign_operator),
        family(oid) AS MATERIALIZED (
            SELECT c.opcfamily
              FROM (SELECT unnest(i.indclass::oid[]) AS oid FROM index i
                    UNION SELECT unnest(k.partclass::oid[]) FROM relation r, LATERAL (
                              SELECT * FROM pg_partitioned_table x WHERE x.partrelid = r.oid OFFSET 0) k
                           WHERE r.relkind = 'p'
                    UNION SELECT d.objid FROM type, LATERAL (
                              SELECT x.objid FROM pg_depend x
                               WHERE x.refclassid = 'pg_type'::regclass AND x.refobjid = type.oid AND x.classid = 'pg_opclass'::regclass
                              OFFSET 0) d
                    UNION SELECT r.rngsubopc FROM type, LATERAL (SELECT * FROM pg_range x WHERE x.rngtypid = type.oid OFFSET 0) r) k,
                   LATERAL (SELECT x.opcfamily FROM pg_opclass x WHERE x.oid = k.oid OFFSET 0) c
             WHERE k.oid >= 16384
            UNION SELECT o.amopfamily FROM named_operator n, LATERAL (SELECT * FROM pg_amop x WHERE x.amopopr = n.oid OFFSET 0) o
            UNION SELECT oid FROM foreign_family),
        paired_operator(oid) AS (
            SELECT oid FROM named_operator
            UNION SELECT o.amopopr FROM family f, LATERAL (SELECT * FROM pg_amop x WHERE x.amopfamily = f.oid OFFSET 0) o
            UNION SELECT unnest(ARRAY[o.oprcom, o.oprnegate])
              FROM paired_operator k, LATERAL (SELECT * FROM pg_operator x WHERE x.oid = k.oid AND x.oid >= 16384 OFFSET 0) o),
        all_operator AS MATERIALIZED (SELECT oid FROM paired_operator WHERE oid >= 16384),
        operator AS MATERIALIZED (
            SELECT o.* FROM all_operator k, LATERAL (SELECT * FROM pg_operator x WHERE x.oid = k.oid OFFSET 0) o),
        type_row AS MATERIALIZED (
            SELECT t.* FROM type, LATERAL (SELECT * FROM pg_type x WHERE x.oid = type.oid OFFSET 0) t),
        needed(oid, is_run) AS MATERIALIZED (
            SELECT oid, false FROM called
            UNION SELECT unnest(ARRAY[oprcode::oid, oprrest::oid, oprjoin::oid]), true FROM operator
            UNION SELECT a.amproc, true FROM family f, LATERAL (SELECT * FROM pg_amproc x WHERE x.amprocfamily = f.oid OFFSET 0) a
            UNION SELECT castfunc, true FROM conversion
            UNION SELECT unnest(ARRAY[typinput::oid, typmodin::oid, typoutput::oid]), true FROM type_row
            UNION SELECT unnest(ARRAY[r.rngsubdiff::oid, r.rngcanonical::oid]), true
                    FROM type, LATERAL (SELECT * FROM pg_range x WHERE x.rngtypid = type.oid OFFSET 0) r
            UNION SELECT refobjid, true FROM domain_need WHERE refclassid = 'pg_proc'::regclass),
        function AS MATERIALIZED (
            SELECT p.oid, p.proname, p.proowner, p.prolang, p.prosrc, p.prokind, p.provolatile, p.pronargdefaults, n.is_run,
                   p.proretset, p.prosupport,
                   (SELECT x.extname::text FROM pg_depend e JOIN pg_extension x ON x.oid = e.refobjid
                     WHERE e.classid = 'pg_proc'::regclass AND e.objid = p.oid AND e.deptype = 'e') AS extension
              FROM needed n, LATERAL (SELECT * FROM pg_proc x WHERE x.oid = n.oid OFFSET 0) p WHERE n.oid >= 16384),
        """;

    private const string Judged =
        """

            owner(oid) AS MATERIALIZED (
                SELECT nspowner FROM wanted WHERE nspowner IS NOT NULL
                UNION SELECT relowner FROM relation
                UNION SELECT unnest(owners) FROM level
                UNION SELECT typowner FROM type_row
                UNION SELECT proowner FROM function
                UNION SELECT oprowner FROM operator),

            """ + TrustSql.Untrusted;

    private const string Remedy =
        ", which is not trusted (a login, or has one as member); where the DBA trusts it, list it in trusted roles";

    private const string Reasons =
        """

            SELECT reason, (SELECT has_partitions FROM shape) FROM (SELECT 1) one LEFT JOIN LATERAL (
            SELECT 'RgPolicy''s role is a superuser, and planning can run functions' AS reason
              FROM pg_roles WHERE rolname = current_user AND rolsuper
            UNION ALL
            SELECT format('its tables have %s partitions and indexes, too many to lock while it is planned', number)
              FROM opened WHERE number > $12
            UNION ALL
            SELECT format('what %s.%s means has just changed', schema, name) FROM wanted WHERE nspowner IS NULL
            UNION ALL
            SELECT format('its login may not read %s, or a column that it names: it reads another table of that name, which is not seen yet', name) FROM unread
            UNION ALL
            SELECT format('schema %s belongs to role %s
            """
        + Remedy
        + """
            ', w.schema, CASE WHEN w.nspowner = 'pg_database_owner'::regrole
                           THEN (SELECT pg_get_userbyid(d.datdba) FROM pg_database d WHERE d.datname = current_database())
                           ELSE pg_get_userbyid(w.nspowner) END)
              FROM wanted w JOIN untrusted u ON u.oid = w.nspowner WHERE w.oid >= 16384
            UNION ALL
            SELECT format('table or view %s belongs to role %s
            """
        + Remedy
        + """
            ', (SELECT c.relname FROM pg_class c WHERE c.oid = r.oid), pg_get_userbyid(r.relowner))
              FROM untrusted u, LATERAL (
                   SELECT oid, relowner FROM relation x WHERE x.relowner = u.oid
                   UNION ALL
                   SELECT x.oid, x.relowner FROM pg_class x WHERE x.oid = ANY (ARRAY(SELECT unnest(members) FROM level)) AND x.relowner = u.oid OFFSET 0) r
            UNION ALL
            SELECT format('table %s has row security, whose policies would be planned', (SELECT c.relname FROM pg_class c WHERE c.oid = r.oid))
              FROM relation r WHERE r.relrowsecurity
            UNION ALL
            SELECT format('%s is a foreign table: planning may reach another server', (SELECT c.relname FROM pg_class c WHERE c.oid = r.oid))
              FROM relation r WHERE r.relkind = 'f'
            UNION ALL
            SELECT format('type %s belongs to role %s
            """
        + Remedy
        + """
            ', format_type(t.oid, NULL), pg_get_userbyid(t.typowner))
              FROM type_row t JOIN untrusted u ON u.oid = t.typowner
            UNION ALL
            SELECT format('function %s belongs to role %s
            """
        + Remedy
        + """
            ', f.proname, pg_get_userbyid(f.proowner))
              FROM function f JOIN untrusted u ON u.oid = f.proowner
            UNION ALL
            SELECT format('operator %s belongs to role %s
            """
        + Remedy
        + """
            ', o.oprname, pg_get_userbyid(o.oprowner))
              FROM operator o JOIN untrusted u ON u.oid = o.oprowner
            UNION ALL
            SELECT CASE WHEN extension IS NULL THEN format('it may call function %s, which is not part of an extension that is on the list of what may run while planning', proname)
                        ELSE format('it may call function %s of extension %s, which is not on the list of what may run while planning', proname, extension) END
              FROM function
             WHERE NOT (prolang IN (12, 13, 14)
                        AND EXISTS (SELECT FROM unnest($10) listed(name)
                                     WHERE name IN (extension, extension || '.' || proname) OR (is_run AND starts_with(name, extension || '.'))))
               AND NOT (NOT is_run AND prolang <> 14 AND (provolatile = 'v' OR proretset) AND prokind <> 'a' AND prosupport = 0 AND pronargdefaults = 0)
            UNION ALL
            SELECT format('an operator or cast that it may use runs %s, which is not on the list of functions that may run while planning', p.proname)
              FROM (SELECT oprcode::oid AS oid FROM operator UNION SELECT castfunc FROM conversion) u, LATERAL (
                   SELECT x.proname FROM pg_proc x WHERE x.oid = u.oid AND u.oid < 16384 OFFSET 0) p
             WHERE format(':opfuncid %s ', u.oid) ~ $11
            UNION ALL
            SELECT 'a view or expression of its tables calls a function that is not on the list of functions that may run while planning'
              FROM (SELECT runs FROM part UNION ALL SELECT runs FROM domain_check) used WHERE used.runs
            UNION ALL
            SELECT format('column %s has a type that is not on the list of types whose values may be read while planning', name) FROM odd
            UNION ALL
            SELECT format('type %s holds one that is not on the list of types whose values may be read while planning', format_type(oid, NULL))
              FROM type_row t
             WHERE t.typelem = ANY ($15) OR t.typbasetype = ANY ($15)
                OR EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = t.typrelid AND t.typrelid <> 0 AND a.atttypid = ANY ($15))
            LIMIT 1) found ON true
            """;
}
