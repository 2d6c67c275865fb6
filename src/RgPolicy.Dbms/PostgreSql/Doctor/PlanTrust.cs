using System.Collections.Immutable;
using Npgsql;
using NpgsqlTypes;
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

    /// <summary>Reads what is trusted.</summary>
    public static async Task<PlanTrust> ReadAsync(
        NpgsqlConnection connection,
        IEnumerable<string> trustedRoles,
        CancellationToken cancellationToken
    )
    {
        var owners = await NamesAsync(
            connection,
            Sql,
            [
                [.. trustedRoles],
            ],
            cancellationToken
        );
        string[][] quiet =
        [
            [.. PostgresSetup.Quiet.Select(q => q.Name)],
            [.. PostgresSetup.Quiet.Select(q => q.Value)],
        ];
        return new PlanTrust(owners, await NamesAsync(connection, LoudSql, quiet, cancellationToken));
    }

    private static async Task<ImmutableArray<string>> NamesAsync(
        NpgsqlConnection connection,
        string sql,
        string[][] values,
        CancellationToken cancellationToken
    )
    {
        await using var command = new NpgsqlCommand(sql, connection);
        foreach (var value in values)
            command.Parameters.Add(
                new NpgsqlParameter<string[]>
                {
                    NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Text,
                    TypedValue = value,
                }
            );
        var names = ImmutableArray.CreateBuilder<string>();
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
            names.Add(reader.GetString(0));
        return names.ToImmutable();
    }
}
