using System.Collections.Concurrent;
using Npgsql;

namespace RgPolicy.Dbms.PostgreSql.Connect;

/// <summary>One physical connection of RgPolicy's own; registered by its process id while it is open.</summary>
internal sealed class PostgresSession : IAsyncDisposable
{
    /// <summary>
    /// Names are looked up in pg_catalog alone, so that no function or operator that a user made can be called by a statement of
    /// RgPolicy's own; strings are read as the lexer reads them.
    /// </summary>
    private const string SafeSettings =
        "-c search_path=pg_catalog,pg_temp -c standard_conforming_strings=on -c jit=off -c default_transaction_read_only=on "
        + "-c idle_in_transaction_session_timeout=5000 -c row_security=on -c client_min_messages=error";

    private readonly NpgsqlDataSource _source;
    private readonly ConcurrentDictionary<int, byte> _own;

    private PostgresSession(NpgsqlDataSource source, NpgsqlConnection connection, ConcurrentDictionary<int, byte> own)
    {
        (_source, Connection, _own) = (source, connection, own);
        ProcessId = connection.ProcessID;
        _own[ProcessId] = 0;
    }

    /// <summary>The connection.</summary>
    public NpgsqlConnection Connection { get; }

    /// <summary>The process id of its backend.</summary>
    public int ProcessId { get; }

    /// <summary>Opens one.</summary>
    /// <param name="options">Where and as whom.</param>
    /// <param name="database">The database, or null for the one of the options.</param>
    /// <param name="commandTimeoutSeconds">The time a statement may take.</param>
    /// <param name="own">The process ids of RgPolicy's own backends.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    public static async Task<PostgresSession> OpenAsync(
        PostgresConnectionOptions options, string? database, int commandTimeoutSeconds, ConcurrentDictionary<int, byte> own,
        CancellationToken cancellationToken)
    {
        var source = options.NewSource(database, commandTimeoutSeconds, SafeSettings);
        try
        {
            var connection = await source.OpenConnectionAsync(cancellationToken);
            return new PostgresSession(source, connection, own);
        }
        catch
        {
            await source.DisposeAsync();
            throw;
        }
    }

    /// <summary>Runs a statement that returns nothing.</summary>
    public async Task ExecuteAsync(string sql, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(sql, Connection);
        await command.ExecuteNonQueryAsync(cancellationToken);
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await Connection.DisposeAsync();
        await _source.DisposeAsync();
        _own.TryRemove(ProcessId, out _);
    }
}
