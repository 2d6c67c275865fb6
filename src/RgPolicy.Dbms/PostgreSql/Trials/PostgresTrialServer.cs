using Npgsql;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.PostgreSql.Trials;

/// <summary>A PostgreSQL on which a workload is tried, as the role of the connection and with its own search
/// path.</summary>
internal static class PostgresTrialServer
{
    // Else a scan of one session begins where another is, and is not the same twice.
    internal const string Settings = "-c default_transaction_read_only=on -c synchronize_seqscans=off";

    // Of what kind another login's session is shows only with pg_read_all_stats; that it is there shows to all.
    private const string FactsSql = """
        SELECT current_setting('server_version'),
               (SELECT count(*)::int4 FROM pg_catalog.pg_stat_activity
                 WHERE pid <> pg_catalog.pg_backend_pid() AND datid IS NOT NULL AND usesysid IS NOT NULL
                   AND coalesce(backend_type, 'client backend') = 'client backend'),
               current_setting('max_parallel_workers')::int4,
               current_setting('server_version_num')::int4
        """;

    /// <exception cref="TrialException">The server cannot be reached, or has no room for so many.</exception>
    public static Task<TrialServer<PostgresTrialSession>> ConnectAsync(
        PostgresConnectionOptions options,
        int clients,
        TimeSpan limit,
        CancellationToken cancellationToken
    )
    {
        var source = options.NewSource(null, 0, Settings);
        return TrialServer<PostgresTrialSession>.ConnectAsync(
            () => ReadFactsAsync(source, options, cancellationToken),
            async () => new PostgresTrialSession(await source.OpenConnectionAsync(cancellationToken), limit),
            clients,
            e =>
                PostgresError.IsExpected(e) && !cancellationToken.IsCancellationRequested
                    ? PostgresError.Connecting(options, e).Message
                    : null,
            source
        );
    }

    private static async Task<TrialFacts> ReadFactsAsync(
        NpgsqlDataSource source,
        PostgresConnectionOptions options,
        CancellationToken cancellationToken
    )
    {
        await using var command = source.CreateCommand(FactsSql);
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        await reader.ReadAsync(cancellationToken);
        var version = reader.GetInt32(3);
        return new TrialFacts(
            options.Target,
            "PostgreSQL " + reader.GetString(0),
            reader.GetInt32(1),
            reader.GetInt32(2),
            options.IsLocal
        )
        {
            Kind = "postgresql",
            VersionParts = [version / 10_000, version % 10_000],
        };
    }
}
