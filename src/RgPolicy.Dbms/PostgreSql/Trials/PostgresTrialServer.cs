using Npgsql;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.PostgreSql.Trials;

/// <summary>A PostgreSQL on which a workload is tried, as the role of the connection and with its own search
/// path.</summary>
public sealed class PostgresTrialServer : ITrialServer
{
    // Else a scan of one session begins where another is, and is not the same twice.
    private const string Settings = "-c default_transaction_read_only=on -c synchronize_seqscans=off";

    // Of what kind another login's session is shows only with pg_read_all_stats; that it is there shows to all.
    private const string FactsSql = """
        SELECT current_setting('server_version'),
               (SELECT count(*)::int4 FROM pg_catalog.pg_stat_activity
                 WHERE pid <> pg_catalog.pg_backend_pid() AND datid IS NOT NULL AND usesysid IS NOT NULL
                   AND coalesce(backend_type, 'client backend') = 'client backend'),
               current_setting('max_parallel_workers')::int4,
               current_setting('server_version_num')::int4
        """;

    private readonly NpgsqlDataSource _source;
    private readonly List<PostgresTrialSession> _sessions = [];

    private PostgresTrialServer(NpgsqlDataSource source, TrialFacts facts) => (_source, Facts) = (source, facts);

    /// <inheritdoc />
    public TrialFacts Facts { get; }

    /// <inheritdoc />
    public IReadOnlyList<ITrialSession> Sessions => _sessions;

    /// <summary>Connects.</summary>
    /// <param name="options">Where, and by which login.</param>
    /// <param name="clients">Sessions, at least one.</param>
    /// <param name="limit">How long one statement may take.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    /// <exception cref="TrialException">The server cannot be reached, or has no room for so many.</exception>
    public static async Task<PostgresTrialServer> ConnectAsync(
        PostgresConnectionOptions options,
        int clients,
        TimeSpan limit,
        CancellationToken cancellationToken
    )
    {
        ArgumentNullException.ThrowIfNull(options);
        var source = options.NewSource(null, 0, Settings);
        PostgresTrialServer? server = null;
        try
        {
            // Before its own sessions are others.
            server = new PostgresTrialServer(source, await ReadFactsAsync(source, options, cancellationToken));
            for (var client = 0; client < clients; client++)
                server._sessions.Add(new(await source.OpenConnectionAsync(cancellationToken), limit));
            return server;
        }
        catch (Exception e) when (PostgresError.IsExpected(e) && !cancellationToken.IsCancellationRequested)
        {
            await (server?.DisposeAsync() ?? source.DisposeAsync());
            throw new TrialException(PostgresError.Connecting(options, e).Message, true, e);
        }
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        foreach (var session in _sessions)
            await session.DisposeAsync();
        await _source.DisposeAsync();
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
