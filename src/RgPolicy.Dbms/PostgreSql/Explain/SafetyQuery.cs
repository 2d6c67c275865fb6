using System.Collections.Frozen;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>
/// The question whether planning a statement could run a function that a user made. Names are compared without case and without
/// schema, against every schema: what might be meant counts as meant.
/// </summary>
internal static class SafetyQuery
{
    /// <summary>
    /// Functions of pg_catalog that run SQL which is not in the text, or read whole tables, and may be run while planning.
    /// </summary>
    public static readonly string[] Forbidden =
    [
        "table_to_xml", "table_to_xmlschema", "table_to_xml_and_xmlschema", "query_to_xml", "query_to_xmlschema",
        "query_to_xml_and_xmlschema", "cursor_to_xml", "cursor_to_xmlschema", "schema_to_xml", "schema_to_xmlschema",
        "schema_to_xml_and_xmlschema", "database_to_xml", "database_to_xmlschema", "database_to_xml_and_xmlschema",
        "ts_stat", "ts_rewrite",
    ];

    /// <summary>Key words that stand for operators which are not in the text.</summary>
    public static readonly FrozenSet<string> Implying = FrozenSet.ToFrozenSet(
        ["in", "between", "like", "ilike", "similar", "case", "using", "natural", "nullif", "distinct", "is", "overlaps"],
        StringComparer.Ordinal);

    /// <summary>Operators that those key words stand for.</summary>
    public static readonly string[] Implied = ["=", "<>", "<", "<=", ">", ">=", "~~", "!~~", "~~*", "!~~*", "~", "!~"];

    /// <summary>
    /// One row with the reason of a refusal; $1 names, $2 called names, $3 operators, $4 trusted schemas, $5 forbidden functions.
    /// </summary>
    public const string Refusals = """
        WITH RECURSIVE
        outside AS MATERIALIZED (
            SELECT p.oid, p.proname, p.proargtypes, p.pronargs, p.pronargdefaults
              FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
             WHERE n.nspname <> ALL ($4)),
        outside_operator AS MATERIALIZED (
            SELECT o.oid, o.oprname, o.oprleft, o.oprright
              FROM pg_operator o
             WHERE o.oprcode IN (SELECT oid FROM outside) OR o.oprrest IN (SELECT oid FROM outside)
                OR o.oprjoin IN (SELECT oid FROM outside)),
        forbidden AS MATERIALIZED (
            SELECT ':funcid (' || coalesce(string_agg(oid::text, '|'), '0') || ')[^0-9]' AS pattern
              FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND proname = ANY ($5)),
        relation(oid) AS (
            SELECT c.oid
              FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE lower(c.relname) = ANY ($1) AND c.relkind IN ('r', 'v', 'm', 'p', 'f') AND n.nspname <> 'pg_catalog'
               AND (n.nspname <> 'information_schema' OR 'information_schema' = ANY ($1))
            UNION
            SELECT next.oid
              FROM relation, LATERAL (
                SELECT d.refobjid AS oid
                  FROM pg_rewrite r
                  JOIN pg_depend d ON d.classid = 'pg_rewrite'::regclass AND d.objid = r.oid AND d.refclassid = 'pg_class'::regclass
                 WHERE r.ev_class = relation.oid
                UNION ALL
                SELECT inhrelid FROM pg_inherits WHERE inhparent = relation.oid) next),
        part(classid, objid) AS (
            SELECT 'pg_class'::regclass, oid FROM relation
            UNION ALL SELECT 'pg_rewrite'::regclass, r.oid FROM pg_rewrite r JOIN relation ON r.ev_class = relation.oid
            UNION ALL SELECT 'pg_class'::regclass, i.indexrelid FROM pg_index i JOIN relation ON i.indrelid = relation.oid
            UNION ALL SELECT 'pg_constraint'::regclass, c.oid FROM pg_constraint c JOIN relation ON c.conrelid = relation.oid
            UNION ALL SELECT 'pg_attrdef'::regclass, a.oid FROM pg_attrdef a JOIN relation ON a.adrelid = relation.oid
            UNION ALL SELECT 'pg_statistic_ext'::regclass, e.oid FROM pg_statistic_ext e JOIN relation ON e.stxrelid = relation.oid),
        expression(body) AS (
            SELECT r.ev_action::text FROM pg_rewrite r JOIN relation ON r.ev_class = relation.oid
            UNION ALL SELECT c.conbin::text FROM pg_constraint c JOIN relation ON c.conrelid = relation.oid
            UNION ALL SELECT a.adbin::text FROM pg_attrdef a JOIN relation ON a.adrelid = relation.oid
            UNION ALL SELECT e.stxexprs::text FROM pg_statistic_ext e JOIN relation ON e.stxrelid = relation.oid
            UNION ALL SELECT concat(i.indexprs::text, i.indpred::text) FROM pg_index i JOIN relation ON i.indrelid = relation.oid),
        named_type AS MATERIALIZED (
            SELECT t.oid, t.typname, t.typinput, t.typtype
              FROM pg_type t JOIN pg_namespace n ON n.oid = t.typnamespace
             WHERE lower(t.typname) = ANY ($1) AND n.nspname <> ALL ($4)),
        type(oid) AS (
            SELECT start.oid
              FROM (SELECT oid FROM named_type
                    UNION SELECT a.atttypid FROM pg_attribute a JOIN relation ON a.attrelid = relation.oid
                           WHERE a.attnum > 0 AND NOT a.attisdropped
                    UNION SELECT casttarget FROM pg_cast
                           WHERE castcontext = 'i'
                             AND casttarget NOT IN (SELECT oid FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace)) start
            UNION
            SELECT next.oid
              FROM type, LATERAL (
                SELECT unnest(ARRAY[t.typelem, t.typbasetype]) AS oid FROM pg_type t WHERE t.oid = type.oid
                UNION ALL
                SELECT a.atttypid FROM pg_type t JOIN pg_attribute a ON a.attrelid = t.typrelid
                 WHERE t.oid = type.oid AND t.typrelid <> 0 AND a.attnum > 0 AND NOT a.attisdropped
                UNION ALL
                SELECT r.rngsubtype FROM pg_range r WHERE r.rngtypid = type.oid OR r.rngmultitypid = type.oid) next
             WHERE next.oid <> 0),
        usable AS MATERIALIZED (
            SELECT oid FROM type
            UNION SELECT oid FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace
            UNION SELECT 0::oid)
        SELECT 'RgPolicy''s role is a superuser, and planning can run functions'
          FROM pg_roles WHERE rolname = current_user AND rolsuper
        UNION ALL
        SELECT format('function %s is outside pg_catalog and the trusted schemas', proname)
          FROM outside WHERE lower(proname) = ANY ($2)
        UNION ALL
        SELECT format('function %s, outside pg_catalog and the trusted schemas, can be called like a column', p.proname)
          FROM outside p JOIN pg_type t ON t.oid = p.proargtypes[0]
         WHERE lower(p.proname) = ANY ($1) AND p.pronargs - p.pronargdefaults <= 1 AND t.typtype IN ('c', 'd', 'p')
        UNION ALL
        SELECT format('operator %s is implemented outside pg_catalog and the trusted schemas', oprname)
          FROM outside_operator
         WHERE oprname = ANY ($3) AND oprleft IN (SELECT oid FROM usable) AND oprright IN (SELECT oid FROM usable)
        UNION ALL
        SELECT format(
                   'a view, index, constraint or column of its tables uses function %s, outside pg_catalog and the trusted schemas',
                   p.proname)
          FROM part JOIN pg_depend d ON d.classid = part.classid AND d.objid = part.objid AND d.refclassid = 'pg_proc'::regclass
          JOIN outside p ON p.oid = d.refobjid
        UNION ALL
        SELECT format(
                   'a view, index, constraint or column of its tables uses operator %s, implemented outside pg_catalog',
                   o.oprname)
          FROM part JOIN pg_depend d ON d.classid = part.classid AND d.objid = part.objid AND d.refclassid = 'pg_operator'::regclass
          JOIN outside_operator o ON o.oid = d.refobjid
        UNION ALL
        SELECT 'a view or expression of its tables uses a function that runs other statements'
          FROM expression, forbidden WHERE expression.body ~ forbidden.pattern
        UNION ALL
        SELECT format('table %s has row security, whose policies would be planned', relname)
          FROM pg_class JOIN relation USING (oid) WHERE relrowsecurity
        UNION ALL
        SELECT format('%s is a foreign table: planning may reach another server', relname)
          FROM pg_class JOIN relation USING (oid) WHERE relkind = 'f'
        UNION ALL
        SELECT format(
                   'a cast from %s to %s runs a function outside pg_catalog',
                   format_type(castsource, NULL), format_type(casttarget, NULL))
          FROM pg_cast
         WHERE castfunc IN (SELECT oid FROM outside)
           AND castsource IN (SELECT oid FROM usable) AND casttarget IN (SELECT oid FROM usable)
        UNION ALL
        SELECT format('type %s reads its values by a function outside pg_catalog', typname)
          FROM named_type WHERE typinput IN (SELECT oid FROM outside)
        UNION ALL
        SELECT format('range type %s uses a function outside pg_catalog', format_type(rngtypid, NULL))
          FROM pg_range JOIN type ON type.oid = rngtypid
         WHERE rngsubdiff IN (SELECT oid FROM outside) OR rngcanonical IN (SELECT oid FROM outside)
        UNION ALL
        SELECT format('domain %s checks its values by a function or operator outside pg_catalog', format_type(c.contypid, NULL))
          FROM pg_constraint c JOIN type ON type.oid = c.contypid, forbidden
         WHERE c.conbin::text ~ forbidden.pattern
            OR EXISTS (SELECT FROM pg_depend d
                        WHERE d.classid = 'pg_constraint'::regclass AND d.objid = c.oid
                          AND (d.refclassid = 'pg_proc'::regclass AND d.refobjid IN (SELECT oid FROM outside)
                               OR d.refclassid = 'pg_operator'::regclass AND d.refobjid IN (SELECT oid FROM outside_operator)))
        LIMIT 1
        """;

    /// <summary>The same question as a guard in front of EXPLAIN in one batch: it fails, so that what follows is not run.</summary>
    public const string Guard = "SELECT 1 / (CASE WHEN EXISTS (" + Refusals + ") THEN 0 ELSE 1 END)";
}
