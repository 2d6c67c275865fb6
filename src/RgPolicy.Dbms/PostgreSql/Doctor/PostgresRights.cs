using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql;

/// <summary>What the role may do, and how much room the server has.</summary>
/// <remarks><c>WritesAllData</c>: it may write every table, which is not wanted. <c>FreeConnections</c>: connections
/// that are neither used nor reserved. <c>ClosedDatabases</c>: databases that it may not connect to.
/// <c>CancelsQueries</c>: it may cancel other users' queries. <c>Preloaded</c>: shared_preload_libraries as it is set;
/// null where the role may not see it. <c>IsPreloadFixed</c>: it is given on the server's command line, which ALTER
/// SYSTEM does not change. <c>OffersStatements</c>: the host has the files of pg_stat_statements. <c>HasUsualRole</c>:
/// there is a role of the usual name.</remarks>
internal sealed record PostgresRights(
    bool ReadsAllData,
    bool WritesAllData,
    int FreeConnections,
    ImmutableArray<string> ClosedDatabases,
    bool CancelsQueries,
    string? Preloaded,
    bool IsPreloadFixed,
    bool OffersStatements,
    bool HasUsualRole
)
{
    private const string Statements = "pg_stat_statements";

    /// <summary>The server has loaded pg_stat_statements, or it cannot be seen.</summary>
    public bool IsStatementsLoaded => Preloaded is null || PreloadAdvice.Names(Preloaded).Any(IsStatements);

    // A library may be given with its place and its ending: $libdir/pg_stat_statements.so.
    private static bool IsStatements(string library) =>
        library[(library.LastIndexOfAny(['/', '\\']) + 1)..] is Statements or Statements + ".so" or Statements + ".dll";

    private const string Sql = $"""
        SELECT pg_has_role('pg_read_all_data', 'USAGE'), pg_has_role('pg_write_all_data', 'USAGE'),
               current_setting('max_connections')::int4 - current_setting('superuser_reserved_connections')::int4
               - coalesce(current_setting('reserved_connections', true)::int4, 0)
               - (SELECT count(*)::int4 FROM pg_stat_get_activity(NULL) a
                   WHERE a.backend_type = 'client backend' AND a.pid <> pg_backend_pid()),
               ARRAY(SELECT datname::text FROM pg_database WHERE datallowconn AND NOT has_database_privilege(oid, 'CONNECT') ORDER BY 1),
               pg_has_role('pg_signal_backend', 'USAGE'),
               CASE WHEN pg_has_role('pg_read_all_settings', 'USAGE') THEN current_setting('shared_preload_libraries') END,
               coalesce((SELECT source = 'command line' FROM pg_settings WHERE name = 'shared_preload_libraries'), false),
               EXISTS (SELECT FROM pg_available_extensions WHERE name = '{Statements}'),
               EXISTS (SELECT FROM pg_roles WHERE rolname = '{PostgresSetup.UsualRole}')
        """;

    public static async Task<PostgresRights> ReadAsync(NpgsqlConnection connection, CancellationToken cancellationToken)
    {
        await using var query = new PostgresQuery(connection, Sql);
        await using var reader = await query.OpenAsync([], cancellationToken);
        await reader.ReadAsync(cancellationToken);
        return new PostgresRights(
            reader.GetBoolean(0),
            reader.GetBoolean(1),
            reader.GetInt32(2),
            [.. reader.GetFieldValue<string[]>(3)],
            reader.GetBoolean(4),
            reader.TextOrNull(5),
            reader.GetBoolean(6),
            reader.GetBoolean(7),
            reader.GetBoolean(8)
        );
    }
}
