using System.Data;
using Microsoft.Data.SqlClient;

namespace RgPolicy.Dbms.SqlServer.Connect;

/// <summary>One session with a server, made anew when it is told to. Every text that it sends was
/// written by RgPolicy.</summary>
internal sealed class SqlServerLink : IAsyncDisposable
{
    private readonly SqlServerConnectionOptions _options;
    private readonly LinkSettings _settings;
    private SqlConnection? _connection;

    public SqlServerLink(SqlServerConnectionOptions options, LinkSettings settings) =>
        (_options, _settings) = (options, settings);

    public SqlServerConnectionOptions Options => _options;

    public string Target => _options.Target;

    /// <summary>The server's number of the session; 0 while there is none.</summary>
    public int SessionId { get; private set; }

    /// <summary>What the server of the last session calls itself; empty before the first one.</summary>
    public string ServerName { get; private set; } = "";

    /// <summary>False before the first session, after its end and after a failure that the session
    /// cannot have survived.</summary>
    public bool IsOpen => _connection is { State: ConnectionState.Open };

    /// <summary>Ends the session, if there is one, and begins another.</summary>
    /// <exception cref="ConfigureException">The server cannot be reached, or refuses the login.</exception>
    public async Task ReopenAsync(CancellationToken cancellationToken)
    {
        await DisposeAsync();
        var connection = _options.NewConnection(_settings.Application);
        try
        {
            await ConnectionOpener.OpenAsync(connection, cancellationToken);
            _connection = connection;
            var (session, name) = await OneAsync(
                Begin(_settings.LockMilliseconds),
                row => (row.Int(0), row.Text(1)),
                cancellationToken
            );
            if (_settings.StaysWithServer && ServerName.Length > 0 && name != ServerName)
                throw SqlServerError.OtherServer(Target, ServerName, name);
            (SessionId, ServerName) = (session, name);
        }
        catch (Exception e) when (SqlServerError.IsExpected(e))
        {
            await connection.DisposeAsync();
            _connection = null;
            throw SqlServerError.Of(Target, e);
        }
        catch
        {
            await DisposeAsync();
            throw;
        }
    }

    public Task ExecuteAsync(string sql, CancellationToken cancellationToken) =>
        RunAsync(sql, command => command.ExecuteNonQueryAsync(cancellationToken), cancellationToken);

    public Task<List<TRow>> QueryAsync<TRow>(
        string sql,
        Func<DbDataReader, TRow> read,
        CancellationToken cancellationToken
    ) => RunAsync(sql, command => Rows.ReadAsync(command, read, cancellationToken), cancellationToken);

    /// <summary>Reads the first row of a query that has one.</summary>
    public async Task<TRow> OneAsync<TRow>(
        string sql,
        Func<DbDataReader, TRow> read,
        CancellationToken cancellationToken
    ) => (await QueryAsync(sql, read, cancellationToken))[0];

    /// <summary>Reads the rows of one query with long texts, column by column from the first to the last. Read whole, a
    /// text of more than about a hundred packets makes the driver lose its place in the answer: here it gives the text
    /// in parts as they come.</summary>
    public Task<List<TRow>> QueryLongAsync<TRow>(
        string sql,
        Func<DbDataReader, Task<TRow>> read,
        CancellationToken cancellationToken
    ) =>
        RunAsync(
            sql,
            async command =>
            {
                var rows = new List<TRow>();
                await using var reader = await command.ExecuteReaderAsync(
                    CommandBehavior.SequentialAccess,
                    cancellationToken
                );
                while (await reader.ReadAsync(cancellationToken))
                    rows.Add(await read(reader));
                return rows;
            },
            cancellationToken
        );

    /// <summary>Hands each row of one query on as it comes; nothing is kept.</summary>
    public Task ReadAsync(string sql, Action<SqlDataReader> read, CancellationToken cancellationToken) =>
        RunAsync(
            sql,
            async command =>
            {
                await using var reader = await command.ExecuteReaderAsync(cancellationToken);
                while (await reader.ReadAsync(cancellationToken))
                    read(reader);
                return true;
            },
            cancellationToken
        );

    public async ValueTask DisposeAsync()
    {
        SessionId = 0;
        if (_connection is { } connection)
        {
            _connection = null;
            await connection.DisposeAsync();
        }
    }

    private static string Begin(int lockMilliseconds) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"SET NOCOUNT ON; SET LOCK_TIMEOUT {lockMilliseconds}; SELECT @@SPID, CONVERT(nvarchar(256), "
                + $"SERVERPROPERTY('ServerName'));"
        );

    private async Task<TResult> RunAsync<TResult>(
        string sql,
        Func<SqlCommand, Task<TResult>> run,
        CancellationToken cancellationToken
    )
    {
        try
        {
            await using var command = (
                _connection ?? throw new TimeoutException("there is no connection")
            ).CreateCommand();
            command.CommandTimeout = _settings.CommandSeconds;
            command.CommandText = sql;
            return await run(command);
        }
        catch (Exception e) when (cancellationToken.IsCancellationRequested && SqlServerError.IsExpected(e))
        {
            // the driver reports it as an error of the server
            throw new OperationCanceledException(e.Message, e, cancellationToken);
        }
        catch (Exception e) when (SqlServerError.IsExpected(e))
        {
            throw SqlServerError.Of(Target, e);
        }
    }
}

/// <summary>A connection of RgPolicy's own that is made when it is needed; known by its session's
/// number while it is open.</summary>
internal sealed class OwnLink(
    SqlServerConnectionOptions options,
    LinkSettings settings,
    ConcurrentDictionary<int, byte> own
) : IAsyncDisposable
{
    private readonly SqlServerLink _link = new(options, settings);

    public SqlServerConnectionOptions Options => _link.Options;

    public bool IsOpen => _link.IsOpen;

    /// <summary>The session, begun anew when there is none.</summary>
    /// <exception cref="RgPolicy.Dbms.Configure.ConfigureException">The server cannot be reached, or refuses the
    /// login.</exception>
    public async Task<SqlServerLink> OpenAsync(CancellationToken cancellationToken)
    {
        if (_link.IsOpen)
            return _link;
        await CloseAsync();
        await _link.ReopenAsync(cancellationToken);
        own[_link.SessionId] = 0;
        return _link;
    }

    public async Task CloseAsync()
    {
        var session = _link.SessionId;
        await _link.DisposeAsync();
        own.TryRemove(session, out _);
    }

    public async ValueTask DisposeAsync() => await CloseAsync();
}

/// <summary>Reads a column of any length in a row that is read column by column.</summary>
internal static class LongText
{
    public static async Task<string?> ReadAsync(DbDataReader row, int column)
    {
        if (await row.IsDBNullAsync(column))
            return null;
        using var text = row.GetTextReader(column);
        return await text.ReadToEndAsync();
    }
}
