using MySqlConnector;

namespace RgPolicy.Dbms.MySql.Connect;

/// <summary>One connection of RgPolicy's own. Every text that it sends was written by RgPolicy.</summary>
internal sealed class MySqlLink : IAsyncDisposable
{
    // Times are told in the server's own zone; no setting of an instance makes a statement of ours wait long.
    private const string Begin =
        "SET SESSION time_zone = 'SYSTEM', sql_mode = '', lock_wait_timeout = 2, autocommit = 1";

    private readonly MySqlConnection _connection;
    private readonly OwnBackends _own;
    private readonly Dictionary<string, MySqlCommand> _prepared = new(StringComparer.Ordinal);

    private MySqlLink(MySqlConnection connection, OwnBackends own, int sessionId)
    {
        (_connection, _own, SessionId) = (connection, own, sessionId);
        IsMariaDb = MySqlVersion.IsMariaDb(connection.ServerVersion);
    }

    public int SessionId { get; }
    public bool IsMariaDb { get; }

    public string Version => _connection.ServerVersion;

    /// <summary>False after a failure that it cannot have survived.</summary>
    public bool IsOpen => _connection.State == System.Data.ConnectionState.Open;

    /// <exception cref="ObserveException">The server cannot be reached, or refuses the login.</exception>
    public static async Task<MySqlLink> OpenAsync(
        MySqlConnectionOptions options,
        OwnBackends own,
        CancellationToken cancellationToken
    )
    {
        var connection = options.NewConnection();
        MySqlLink? link = null;
        try
        {
            await connection.OpenAsync(cancellationToken);
            link = new MySqlLink(connection, own, unchecked((int)connection.ServerThread));
            own.Add(link.SessionId, 0);
            await link.ExecuteAsync(Begin, cancellationToken);
            return link;
        }
        catch (Exception e) when (MySqlFailure.IsExpected(e))
        {
            if (link is not null)
                own.Remove(link.SessionId);
            await connection.DisposeAsync();
            cancellationToken.ThrowIfCancellationRequested();
            throw MySqlFailure.Connecting(options, e);
        }
    }

    public void Measure(int threadId) => _own.Add(SessionId, threadId);

    public async Task ExecuteAsync(string sql, CancellationToken cancellationToken)
    {
        await using var command = new MySqlCommand(sql, _connection);
        await command.ExecuteNonQueryAsync(cancellationToken);
    }

    /// <summary>The first value of the first row, as a text; null where there is none.</summary>
    public async Task<string?> ScalarAsync(string sql, CancellationToken cancellationToken)
    {
        await using var command = new MySqlCommand(sql, _connection);
        return Convert.ToString(await command.ExecuteScalarAsync(cancellationToken), CultureInfo.InvariantCulture);
    }

    public Task ReadAsync(string sql, Action<MySqlDataReader> read, CancellationToken cancellationToken) =>
        ReadAsync(sql, [read], cancellationToken);

    /// <summary>The same for queries that are sent in one message: each has a reader of its own.</summary>
    public async Task ReadAsync(
        string sql,
        ImmutableArray<Action<MySqlDataReader>> reads,
        CancellationToken cancellationToken
    )
    {
        await using var command = new MySqlCommand(sql, _connection);
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        foreach (var read in reads)
        {
            while (await reader.ReadAsync(cancellationToken))
                read(reader);
            if (!await reader.NextResultAsync(cancellationToken))
                return;
        }
    }

    /// <summary>The same for one query that is asked again and again: the server reads its text once.</summary>
    public async Task ReadPreparedAsync(string sql, Action<MySqlDataReader> read, CancellationToken cancellationToken)
    {
        if (!_prepared.TryGetValue(sql, out var command))
            _prepared.Add(sql, command = await PrepareAsync(sql, cancellationToken));
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
            read(reader);
    }

    public async ValueTask DisposeAsync()
    {
        _own.Note(SessionId);
        foreach (var command in _prepared.Values)
            await command.DisposeAsync();
        await _connection.DisposeAsync();
        _own.Remove(SessionId);
    }

    // A server that keeps no more of them is asked by the text.
    private async Task<MySqlCommand> PrepareAsync(string sql, CancellationToken cancellationToken)
    {
        var command = new MySqlCommand(sql, _connection);
        try
        {
            await command.PrepareAsync(cancellationToken);
            return command;
        }
        catch (MySqlException e) when (e.ErrorCode == MySqlErrorCode.MaxPreparedStatementCountReached)
        {
            return command;
        }
    }
}

internal static class MySqlAccount
{
    public static string Of((string User, string Host) account) => $"{Quote(account.User)}@{Quote(account.Host)}";

    /// <summary>A text in single quotes, safe with and without backslash escapes.</summary>
    public static string Quote(string text) =>
        "'" + text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("'", "''", StringComparison.Ordinal) + "'";
}
