using System.Collections.Immutable;
using Npgsql;

namespace RgPolicy.Dbms.PostgreSql;

/// <summary>Schemas of the connected database in which every role may create, as in public up to PostgreSQL 14 and
/// after an upgrade from it: any role can take a name there at any moment, so none is looked up when a statement is
/// planned.</summary>
/// <param name="Names">Their names.</param>
internal sealed record OpenSchemas(ImmutableArray<string> Names)
{
    private const string Sql = """
        SELECT n.nspname::text FROM pg_namespace n
         WHERE n.nspname !~ '^pg_' AND EXISTS (
               SELECT FROM aclexplode(n.nspacl) a WHERE a.grantee = 0 AND a.privilege_type = 'CREATE')
         ORDER BY 1 LIMIT 10
        """;

    /// <summary>Reads the open schemas from the catalog.</summary>
    public static async Task<OpenSchemas> ReadAsync(NpgsqlConnection connection, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(Sql, connection);
        var names = ImmutableArray.CreateBuilder<string>();
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
            names.Add(reader.GetString(0));
        return new OpenSchemas(names.ToImmutable());
    }

    /// <summary>What is lost by them.</summary>
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
