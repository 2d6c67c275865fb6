namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>Which roles are trusted, as parts of statements: a superuser, one that the DBA lists, and one that no
/// client can log in as and that no login but those is a member of. pg_database_owner stands for the owner of the
/// database. Before PostgreSQL 16 a role with CREATEROLE can make itself a member of any role that is no
/// superuser.</summary>
internal static class TrustSql
{
    /// <summary>Of the roles in <c>owner(oid)</c>, <c>untrusted(oid)</c> holds those that are not trusted; $1 is the
    /// DBA's list of names.</summary>
    public const string Untrusted = """
        owner_real(oid, real) AS MATERIALIZED (
            SELECT o.oid, CASE WHEN o.oid = 'pg_database_owner'::regrole THEN d.datdba ELSE o.oid END
              FROM owner o, pg_database d WHERE d.datname = current_database()),
        holder(owner, role) AS (
            SELECT oid, real FROM owner_real
            UNION
            SELECT h.owner, CASE WHEN m.member = 'pg_database_owner'::regrole THEN d.datdba ELSE m.member END
              FROM holder h JOIN pg_auth_members m ON m.roleid = h.role, pg_database d WHERE d.datname = current_database()),
        untrusted(oid) AS MATERIALIZED (
            SELECT o.oid
              FROM owner_real o LEFT JOIN pg_roles r ON r.oid = o.real
             WHERE r.oid IS NULL
                OR (NOT r.rolsuper AND r.rolname <> ALL ($1)
                    AND (EXISTS (SELECT FROM holder h JOIN pg_roles l ON l.oid = h.role
                                  WHERE h.owner = o.oid AND l.rolcanlogin AND NOT l.rolsuper AND l.rolname <> ALL ($1))
                         OR (current_setting('server_version_num')::int4 < 160000
                             AND EXISTS (SELECT FROM pg_roles c
                                          WHERE c.rolcreaterole AND NOT c.rolsuper AND c.rolname <> ALL ($1))))))
        """;

    /// <summary>$2 names of schemas: each with its oid, its owner where that is not trusted, and a role that is not
    /// trusted and may make something in it.</summary>
    public const string Schemas =
        """
            WITH RECURSIVE
            entry AS MATERIALIZED (
                SELECT n.oid, n.nspname, n.nspowner, n.nspacl FROM unnest($2) s(name) JOIN pg_namespace n ON n.nspname = s.name),
            maker(schema, role) AS MATERIALIZED (
                SELECT oid, nspowner FROM entry
                UNION SELECT e.oid, a.grantee FROM entry e, aclexplode(e.nspacl) a WHERE a.privilege_type = 'CREATE'),
            owner(oid) AS MATERIALIZED (SELECT DISTINCT role FROM maker),

            """
        + Untrusted
        + """

            SELECT e.nspname::text, e.oid,
                   (SELECT pg_get_userbyid(u.oid)::text FROM untrusted u WHERE u.oid = e.nspowner),
                   (SELECT CASE WHEN u.oid = 0 THEN 'PUBLIC' ELSE pg_get_userbyid(u.oid)::text END
                      FROM untrusted u JOIN maker m ON m.role = u.oid WHERE m.schema = e.oid LIMIT 1),
                   has_schema_privilege(e.oid, 'USAGE')
              FROM entry e
            """;
}
