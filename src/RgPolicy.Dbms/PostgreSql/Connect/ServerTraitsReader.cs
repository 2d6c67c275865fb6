using System.Globalization;
using Npgsql;

namespace RgPolicy.Dbms.PostgreSql.Connect;

/// <summary>Asks a server for its traits in one statement.</summary>
internal static class ServerTraitsReader
{
    private const string Sql = """
        SELECT current_setting('server_version_num')::int4,
               current_setting('server_version'),
               pg_has_role('pg_read_all_stats', 'USAGE'),
               (SELECT rolsuper FROM pg_roles WHERE rolname = current_user),
               pg_is_in_recovery(),
               pg_size_bytes(current_setting('track_activity_query_size')),
               current_setting('compute_query_id'),
               CASE WHEN pg_has_role('pg_read_all_settings', 'USAGE') THEN current_setting('data_directory') END,
               (SELECT nspname::text FROM pg_extension e JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'pg_stat_statements'),
               (SELECT nspname::text FROM pg_extension e JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'pg_show_plans')
        """;

    /// <summary>The oldest version that RgPolicy knows: query ids came with it.</summary>
    private const int OldestVersion = 140000;

    /// <summary>Reads them.</summary>
    /// <exception cref="ObserveException">The server is too old.</exception>
    public static async Task<ServerTraits> ReadAsync(PostgresSession session, string target, CancellationToken cancellationToken)
    {
        RequireVersion(session.Connection, target);
        await using var command = new NpgsqlCommand(Sql, session.Connection);
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        await reader.ReadAsync(cancellationToken);
        return new ServerTraits
        {
            VersionNumber = reader.GetInt32(0),
            Version = reader.GetString(1),
            ReadsAllStatistics = reader.GetBoolean(2),
            IsSuperuser = reader.GetBoolean(3),
            IsInRecovery = reader.GetBoolean(4),
            TextSize = (int)reader.GetInt64(5),
            ComputeQueryId = reader.GetString(6),
            DataDirectory = TextOrNull(reader, 7),
            StatementsSchema = TextOrNull(reader, 8),
            ShowPlansSchema = TextOrNull(reader, 9),
        };
    }

    private static void RequireVersion(NpgsqlConnection connection, string target)
    {
        var version = connection.PostgreSqlVersion;
        if ((version.Major * 10000) + version.Minor >= OldestVersion) return;
        throw new ObserveException(string.Create(
            CultureInfo.InvariantCulture, $"{target}: PostgreSQL {version} is too old; RgPolicy needs 14 or newer"));
    }

    private static string? TextOrNull(NpgsqlDataReader reader, int column) => reader.IsDBNull(column) ? null : reader.GetString(column);
}
