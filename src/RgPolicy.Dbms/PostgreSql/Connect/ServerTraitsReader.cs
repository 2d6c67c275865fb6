using Npgsql;

namespace RgPolicy.Dbms.PostgreSql.Connect;

internal static class ServerTraitsReader
{
    private const string Sql = """
        SELECT current_setting('server_version_num')::int4,
               current_setting('server_version'),
               pg_has_role('pg_read_all_stats', 'USAGE'),
               (SELECT rolsuper FROM pg_roles WHERE rolname = current_user),
               pg_is_in_recovery(),
               -- A size that is not a whole number of kB is shown in bytes, a unit that pg_size_bytes knows from PostgreSQL 16 on.
               pg_size_bytes(rtrim(current_setting('track_activity_query_size'), 'B') || CASE WHEN current_setting('track_activity_query_size') ~ '[kMG]B$' THEN 'B' ELSE '' END),
               current_setting('compute_query_id'),
               CASE WHEN pg_has_role('pg_read_all_settings', 'USAGE') THEN current_setting('data_directory') END,
               (SELECT nspname::text FROM pg_extension e JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'pg_stat_statements'),
               (SELECT nspname::text FROM pg_extension e JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'pg_show_plans'),
               ARRAY(SELECT n.nspname::text
                       FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace, pg_database d
                       JOIN pg_roles o ON true
                      WHERE e.extname IN ('pg_stat_statements', 'pg_show_plans') AND d.datname = current_database()
                        AND o.oid = CASE WHEN n.nspowner = 'pg_database_owner'::regrole THEN d.datdba ELSE n.nspowner END
                        AND NOT o.rolsuper AND o.rolname <> ALL ($1)),
               pg_has_role('pg_signal_backend', 'USAGE'),
               current_setting('track_activities')::bool,
               coalesce(current_setting('io_method', true) <> 'sync', false)
        """;

    /// <summary>The oldest version that RgPolicy knows: query ids came with it.</summary>
    private const int OldestVersion = 140000;

    public static async Task<ServerTraits> ReadAsync(
        PostgresSession session,
        PostgresConnectionOptions options,
        CancellationToken cancellationToken
    )
    {
        RequireVersion(session.Connection.PostgreSqlVersion, options.Target);
        await using var query = new PostgresQuery(session.Connection, Sql, [options.TrustedRoles.ToArray()]);
        await using var reader = await query.OpenAsync([], cancellationToken);
        await reader.ReadAsync(cancellationToken);
        // The owner of a schema can replace it at any moment by another one with other functions in it.
        var foreign = reader.GetFieldValue<string[]>(10);
        return new ServerTraits
        {
            VersionNumber = reader.GetInt32(0),
            Version = reader.GetString(1),
            ReadsAllStatistics = reader.GetBoolean(2),
            IsSuperuser = reader.GetBoolean(3),
            IsInRecovery = reader.GetBoolean(4),
            TextSize = (int)reader.GetInt64(5),
            ComputeQueryId = reader.GetString(6),
            DataDirectory = reader.TextOrNull(7),
            StatementsSchema = TrustedOrNull(reader, 8, foreign),
            ShowPlansSchema = TrustedOrNull(reader, 9, foreign),
            UntrustedSchemas = [.. foreign],
            CancelsQueries = reader.GetBoolean(11),
            TracksActivities = reader.GetBoolean(12),
            ReadsAside = reader.GetBoolean(13),
        };
    }

    /// <summary>Refuses a server that is older than what is tried.</summary>
    internal static void RequireVersion(Version version, string target)
    {
        if ((version.Major * 10000) + version.Minor >= OldestVersion)
            return;
        throw new ObserveException(
            FormattableString.Invariant($"{target}: PostgreSQL {version} is too old; RgPolicy needs 14 or newer")
        );
    }

    private static string? TrustedOrNull(NpgsqlDataReader reader, int column, string[] foreign) =>
        reader.TextOrNull(column) is { } schema && !foreign.Contains(schema, StringComparer.Ordinal) ? schema : null;
}

internal sealed class TraitWatch(PostgresConnectionOptions options, TimeProvider time)
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(30);

    private long _readAt = time.GetTimestamp();

    /// <summary>The traits when it is time, else null.</summary>
    public async Task<ServerTraits?> ReadAsync(PostgresSession session, CancellationToken cancellationToken)
    {
        if (time.GetElapsedTime(_readAt) < Period)
            return null;
        _readAt = time.GetTimestamp();
        return await ServerTraitsReader.ReadAsync(session, options, cancellationToken);
    }
}
