using System.Data.Common;
using Microsoft.Data.SqlClient;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Dbms.SqlServer.Connect;

/// <summary>One session with a server, made anew when it is told to. Every text that it sends was written by RgPolicy.</summary>
internal sealed class SqlServerLink : IAsyncDisposable
{
    private const int CommandSeconds = 120; // RECONFIGURE after a pool was dropped can be slow

    private readonly SqlServerConnectionOptions _options;
    private readonly string _application;
    private SqlConnection? _connection;

    static SqlServerLink() => SqlClientCulture.Allow();

    public SqlServerLink(SqlServerConnectionOptions options, string application) => (_options, _application) = (options, application);

    /// <summary>The connection without any secret.</summary>
    public string Target => _options.Target;

    /// <summary>Ends the session, if there is one, and begins another.</summary>
    /// <exception cref="ConfigureException">The server cannot be reached, or lets nobody in.</exception>
    public async Task ReopenAsync(CancellationToken cancellationToken)
    {
        await DisposeAsync();
        var connection = _options.NewConnection(_application);
        try
        {
            await connection.OpenAsync(cancellationToken);
            _connection = connection;
            await ExecuteAsync("SET NOCOUNT ON; SET LOCK_TIMEOUT 10000;", cancellationToken);
        }
        catch (Exception e) when (SqlServerError.IsExpected(e))
        {
            await connection.DisposeAsync();
            _connection = null;
            throw SqlServerError.Of(Target, e);
        }
    }

    /// <summary>Runs one batch.</summary>
    /// <exception cref="ConfigureException">It failed.</exception>
    public Task ExecuteAsync(string sql, CancellationToken cancellationToken) =>
        RunAsync(sql, command => command.ExecuteNonQueryAsync(cancellationToken));

    /// <summary>Reads the rows of one query.</summary>
    /// <exception cref="ConfigureException">It failed.</exception>
    public Task<List<TRow>> QueryAsync<TRow>(string sql, Func<DbDataReader, TRow> read, CancellationToken cancellationToken) =>
        RunAsync(sql, command => Rows.ReadAsync(command, read, cancellationToken));

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_connection is { } connection)
        {
            _connection = null;
            await connection.DisposeAsync();
        }
    }

    private async Task<TResult> RunAsync<TResult>(string sql, Func<SqlCommand, Task<TResult>> run)
    {
        try
        {
            await using var command = (_connection ?? throw new TimeoutException("there is no connection")).CreateCommand();
            command.CommandTimeout = CommandSeconds;
            command.CommandText = sql;
            return await run(command);
        }
        catch (Exception e) when (SqlServerError.IsExpected(e))
        {
            throw SqlServerError.Of(Target, e);
        }
    }
}
