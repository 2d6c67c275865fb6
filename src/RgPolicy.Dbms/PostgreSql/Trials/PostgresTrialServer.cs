using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Npgsql;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.PostgreSql.Trials;

/// <summary>A PostgreSQL on which a workload is tried, as the role of the connection and with its own search
/// path.</summary>
public sealed class PostgresTrialServer : ITrialServer
{
    // Else a scan of one session begins where another is, and is not the same twice.
    private const string Settings = "-c default_transaction_read_only=on -c synchronize_seqscans=off";

    private const string FactsSql = """
        SELECT current_setting('server_version'),
               (SELECT count(*)::int4 FROM pg_catalog.pg_stat_activity
                 WHERE pid <> pg_catalog.pg_backend_pid() AND backend_type = 'client backend'),
               current_setting('max_parallel_workers')::int4
        """;

    private readonly NpgsqlDataSource _source;
    private readonly NpgsqlConnection _connection;
    private readonly TimeSpan _limit;

    private PostgresTrialServer(
        NpgsqlDataSource source,
        NpgsqlConnection connection,
        TrialFacts facts,
        TimeSpan limit
    ) => (_source, _connection, Facts, _limit) = (source, connection, facts, limit);

    /// <inheritdoc />
    public TrialFacts Facts { get; }

    /// <summary>Connects.</summary>
    /// <param name="options">Where, and by which login.</param>
    /// <param name="limit">How long one statement may take.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    /// <exception cref="TrialException">The server cannot be reached.</exception>
    public static async Task<PostgresTrialServer> ConnectAsync(
        PostgresConnectionOptions options,
        TimeSpan limit,
        CancellationToken cancellationToken
    )
    {
        ArgumentNullException.ThrowIfNull(options);
        var source = options.NewSource(null, 0, Settings);
        try
        {
            var connection = await source.OpenConnectionAsync(cancellationToken);
            return new PostgresTrialServer(
                source,
                connection,
                await ReadFactsAsync(connection, options, cancellationToken),
                limit
            );
        }
        catch (Exception e) when (PostgresError.IsExpected(e) && !cancellationToken.IsCancellationRequested)
        {
            await source.DisposeAsync();
            throw new TrialException(PostgresError.Connecting(options, e).Message, true, e);
        }
    }

    /// <inheritdoc />
    public async Task SetAsync(TrialSettings settings, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(settings);
        // The leader works too.
        await ExecuteAsync(
            settings.MaxDop is { } dop
                ? FormattableString.Invariant($"SET max_parallel_workers_per_gather = {dop - 1}")
                : "RESET max_parallel_workers_per_gather",
            cancellationToken
        );
        await ExecuteAsync(
            settings.GrantBytes is { } bytes
                ? FormattableString.Invariant($"SET work_mem = '{bytes / 1024}kB'")
                : "RESET work_mem",
            cancellationToken
        );
    }

    /// <inheritdoc />
    public async Task<TrialExecution> RunAsync(TrialStatement statement, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(statement);
        try
        {
            var plan = await PlanAsync(statement.Text, cancellationToken);
            await using var command = new NpgsqlCommand(statement.Text, _connection)
            {
                CommandTimeout = (int)_limit.TotalSeconds,
            };
            var begun = Stopwatch.GetTimestamp();
            await using (var reader = await command.ExecuteReaderAsync(cancellationToken))
            {
                do
                {
                    while (await reader.ReadAsync(cancellationToken)) { }
                } while (await reader.NextResultAsync(cancellationToken));
            }

            return new TrialExecution(Stopwatch.GetElapsedTime(begun), plan);
        }
        catch (Exception e) when (PostgresError.IsExpected(e) && !cancellationToken.IsCancellationRequested)
        {
            throw Failed(statement.Name, e);
        }
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await _connection.DisposeAsync();
        await _source.DisposeAsync();
    }

    private static async Task<TrialFacts> ReadFactsAsync(
        NpgsqlConnection connection,
        PostgresConnectionOptions options,
        CancellationToken cancellationToken
    )
    {
        await using var command = new NpgsqlCommand(FactsSql, connection);
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        await reader.ReadAsync(cancellationToken);
        return new TrialFacts(
            options.Target,
            "PostgreSQL " + reader.GetString(0),
            reader.GetInt32(1),
            reader.GetInt32(2),
            connection.ProcessID,
            options.IsLocal
        );
    }

    /// <summary>Without costs and rows, which change with every ANALYZE; what cannot be explained has no
    /// plan.</summary>
    private async Task<string> PlanAsync(string text, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand("EXPLAIN (COSTS OFF) " + text, _connection);
        var plan = new StringBuilder();
        try
        {
            await using var reader = await command.ExecuteReaderAsync(cancellationToken);
            while (await reader.ReadAsync(cancellationToken))
                plan.Append(reader.GetString(0)).Append('\n');
        }
        catch (PostgresException e) when (e.SqlState == PostgresErrorCodes.SyntaxError)
        {
            return "none";
        }

        return Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(plan.ToString())))[..12].ToLowerInvariant();
    }

    private async Task ExecuteAsync(string sql, CancellationToken cancellationToken)
    {
        try
        {
            await using var command = new NpgsqlCommand(sql, _connection);
            await command.ExecuteNonQueryAsync(cancellationToken);
        }
        catch (Exception e) when (PostgresError.IsExpected(e) && !cancellationToken.IsCancellationRequested)
        {
            throw Failed(sql, e);
        }
    }

    private TrialException Failed(string what, Exception e)
    {
        var isOver = _connection.FullState != System.Data.ConnectionState.Open;
        var reason =
            e is PostgresException { SqlState: PostgresErrorCodes.ReadOnlySqlTransaction }
                ? "it writes, and a workload that is tried may only read"
            : e is NpgsqlException { InnerException: TimeoutException }
                ? string.Create(CultureInfo.InvariantCulture, $"it took longer than {_limit.TotalSeconds:0} s")
            : PostgresError.Reason(e);
        return new TrialException($"`{what}`: {reason}", isOver, e);
    }
}
