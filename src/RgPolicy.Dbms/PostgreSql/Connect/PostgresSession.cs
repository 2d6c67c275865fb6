using Npgsql;

namespace RgPolicy.Dbms.PostgreSql.Connect;

/// <summary>One physical connection of RgPolicy's own; registered by its process id while it is open.</summary>
internal sealed class PostgresSession : IAsyncDisposable
{
    /// <summary>Names are looked up in pg_catalog alone, so that no function or operator that a user made can be called
    /// by a statement of RgPolicy's own; strings are read as the lexer reads them.</summary>
    private const string SafeSettings =
        "-c search_path=pg_catalog,pg_temp -c standard_conforming_strings=on -c jit=off -c "
        + "default_transaction_read_only=on "
        + "-c idle_in_transaction_session_timeout=5000 -c row_security=on -c client_min_messages=error "
        // Whatever the owner of a database set for all sessions in it.
        + "-c role=none -c statement_timeout=0 -c lock_timeout=0 -c idle_session_timeout=0 -c debug_print_parse=off "
        + "-c debug_print_rewritten=off "
        + "-c debug_print_plan=off -c default_transaction_isolation=read\\ committed -c "
        + "default_transaction_deferrable=off "
        + "-c local_preload_libraries= -c exit_on_error=off -c quote_all_identifiers=off";

    // Known from PostgreSQL 17 on; older servers refuse a connection that names it.
    private const string WithoutTransactionTimeout = SafeSettings + " -c transaction_timeout=0";
    private const int TransactionTimeoutSince = 17;
    private const string TransactionTimeout = "25P04";

    private readonly NpgsqlDataSource _source;
    private readonly OwnBackends _own;

    private PostgresSession(NpgsqlDataSource source, NpgsqlConnection connection, OwnBackends own)
    {
        (_source, Connection, _own) = (source, connection, own);
        ProcessId = connection.ProcessID;
        _own.Add(ProcessId);
    }

    public NpgsqlConnection Connection { get; }
    public int ProcessId { get; }

    /// <remarks><c>database</c>: the database, or null for the one of the options. <c>commandTimeoutSeconds</c>: the
    /// time a statement may take. <c>own</c>: the process ids of RgPolicy's own backends.</remarks>
    public static async Task<PostgresSession> OpenAsync(
        PostgresConnectionOptions options,
        string? database,
        int commandTimeoutSeconds,
        OwnBackends own,
        CancellationToken cancellationToken
    )
    {
        PostgresSession? session = null;
        try
        {
            session = await OpenAsync(
                options.NewSource(database, commandTimeoutSeconds, SafeSettings),
                own,
                cancellationToken
            );
            return await WithoutTimeoutAsync(session, cancellationToken);
        }
        catch (NpgsqlException e)
            when (e is PostgresException { SqlState: TransactionTimeout }
                || (session is not null && e.InnerException is IOException)
            )
        {
            // The owner of the database set one that is too short for a single statement; the server
            // may be gone before it is asked.
            return await OpenAsync(
                options.NewSource(database, commandTimeoutSeconds, WithoutTransactionTimeout),
                own,
                cancellationToken
            );
        }
    }

    private static async Task<PostgresSession> OpenAsync(
        NpgsqlDataSource source,
        OwnBackends own,
        CancellationToken cancellationToken
    )
    {
        try
        {
            return new PostgresSession(source, await source.OpenConnectionAsync(cancellationToken), own);
        }
        catch
        {
            await source.DisposeAsync();
            throw;
        }
    }

    private static async Task<PostgresSession> WithoutTimeoutAsync(
        PostgresSession session,
        CancellationToken cancellationToken
    )
    {
        if (session.Connection.PostgreSqlVersion.Major < TransactionTimeoutSince)
            return session;
        try
        {
            await session.ExecuteAsync("SET transaction_timeout = 0", cancellationToken);
            return session;
        }
        catch
        {
            await session.DisposeAsync();
            throw;
        }
    }

    public async Task ExecuteAsync(string sql, CancellationToken cancellationToken)
    {
        await using var command = new NpgsqlCommand(sql, Connection);
        await command.ExecuteNonQueryAsync(cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        // Once it has ended there is no telling.
        _own.Note(ProcessId);
        try
        {
            await Connection.DisposeAsync();
            await _source.DisposeAsync();
        }
        catch (Exception e) when (PostgresError.IsExpected(e))
        {
            // The answers that were still on their way are of no use any more.
        }
        finally
        {
            _own.Remove(ProcessId);
        }
    }
}

/// <summary>RgPolicy's own connections to a PostgreSQL.</summary>
internal static class PostgresBackends
{
    public const string Program = "postgres";

    /// <param name="isLocal">The server may be on this host: its processes are looked for here.</param>
    public static OwnBackends Own(bool isLocal) => new(id => isLocal ? BackendCpu.Open(id, Program) : null);
}
