using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Explain.Guarding;

namespace RgPolicy.Dbms.PostgreSql;

/// <summary>Whose tables in the connected database have no plans, because their owners are not trusted.</summary>
/// <param name="Owners">The owners, those of most tables first; at most five.</param>
/// <param name="Loud">Settings by which what RgPolicy's role does is logged or counted.</param>
internal sealed record PlanTrust(ImmutableArray<string> Owners, ImmutableArray<string> Loud)
{
    private const string Sql =
        """
            WITH RECURSIVE
            holding AS MATERIALIZED (
                SELECT c.relowner AS oid FROM pg_class c WHERE c.oid >= 16384 AND c.relkind IN ('r', 'v', 'm', 'p')
                UNION ALL
                SELECT n.nspowner FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                 WHERE c.oid >= 16384 AND c.relkind IN ('r', 'v', 'm', 'p')),
            owner(oid) AS MATERIALIZED (SELECT DISTINCT oid FROM holding),

            """
        + TrustSql.Untrusted
        + """

            SELECT pg_get_userbyid(r.real)::text
              FROM holding h JOIN untrusted u ON u.oid = h.oid JOIN owner_real r ON r.oid = u.oid
             GROUP BY r.real ORDER BY count(*) DESC LIMIT 5
            """;

    private const string LoudSql = """
        SELECT q.name FROM unnest($1, $2) q(name, value)
         WHERE coalesce(current_setting(q.name, true), q.value) NOT IN (q.value, '') AND current_setting(q.name, true) IS NOT NULL
        """;

    public static async Task<PlanTrust> ReadAsync(
        NpgsqlConnection connection,
        IEnumerable<string> trustedRoles,
        CancellationToken cancellationToken
    )
    {
        object[] trusted = [trustedRoles.ToArray()];
        object[] quiet =
        [
            PostgresSetup.Quiet.Select(q => q.Name).ToArray(),
            PostgresSetup.Quiet.Select(q => q.Value).ToArray(),
        ];
        return new PlanTrust(
            [.. await PostgresQuery.ListAsync(connection, Sql, trusted, NameOf, cancellationToken)],
            [.. await PostgresQuery.ListAsync(connection, LoudSql, quiet, NameOf, cancellationToken)]
        );
    }

    internal static string NameOf(DbDataReader row) => row.GetString(0);
}

/// <summary>Schemas of the connected database in which every role may create, as in public up to PostgreSQL 14 and
/// after an upgrade from it: any role can take a name there at any moment, so none is looked up when a statement is
/// planned.</summary>
internal sealed record OpenSchemas(ImmutableArray<string> Names)
{
    private const string Sql = """
        SELECT n.nspname::text FROM pg_namespace n
         WHERE n.nspname !~ '^pg_' AND EXISTS (
               SELECT FROM aclexplode(n.nspacl) a WHERE a.grantee = 0 AND a.privilege_type = 'CREATE')
         ORDER BY 1 LIMIT 10
        """;

    public static async Task<OpenSchemas> ReadAsync(NpgsqlConnection connection, CancellationToken cancellationToken) =>
        new([.. await PostgresQuery.ListAsync(connection, Sql, [], PlanTrust.NameOf, cancellationToken)]);

    public DoctorFinding Finding =>
        Names.IsEmpty
            ? DoctorFinding.Ok(
                "pg.open-schemas",
                "there is no schema in the connected database in which everybody may create"
            )
            : DoctorFinding.Lacks(
                "pg.open-schemas",
                $"everybody may create in {string.Join(", ", Names)}",
                "plans of statements that use functions, operators or types there, as those of extensions",
                "-- roles that create there by it need a right of their own before: GRANT CREATE ON SCHEMA ... "
                    + "TO ...;\n"
                    + string.Join(
                        " ",
                        Names.Select(name => $"REVOKE CREATE ON SCHEMA {PastedSql.Name(name)} FROM PUBLIC;")
                    )
            );
}
