using MySqlConnector;
using RgPolicy.Testing.MariaDb;

namespace RgPolicy.Dbms.Tests.MySql;

/// <summary>A statement that runs in a session of its own; killed with it.</summary>
public sealed class RunningMariaDbStatement : IAsyncDisposable
{
    private readonly MariaDbServer _server;
    private readonly MySqlConnection _connection;
    private readonly MySqlCommand _command;

    private RunningMariaDbStatement(MariaDbServer server, MySqlConnection connection, string sql)
    {
        (_server, _connection, SessionId) = (server, connection, connection.ServerThread);
        _command = new MySqlCommand(sql, connection);
        Result = _command.ExecuteNonQueryAsync();
    }

    /// <summary>The server's number of the session.</summary>
    public int SessionId { get; }

    /// <summary>Its end.</summary>
    public Task<int> Result { get; }

    internal static async Task<RunningMariaDbStatement> StartAsync(
        MariaDbServer server,
        string sql,
        string user,
        string? before
    )
    {
        var connection = await server.OpenAsync(ObservedMariaDb.Shop, user);
        if (before is not null)
        {
            await using var command = new MySqlCommand(before, connection);
            await command.ExecuteNonQueryAsync();
        }

        return new RunningMariaDbStatement(server, connection, sql);
    }

    /// <summary>Another statement in the same session, when this one has ended.</summary>
    public RunningMariaDbStatement Then(string sql) => new(_server, _connection, sql);

    public async ValueTask DisposeAsync()
    {
        try
        {
            if (!Result.IsCompleted)
                await _server.ExecuteAsync(FormattableString.Invariant($"KILL {SessionId}"));
            await Result;
        }
        catch (MySqlException)
        {
            // It was killed, or had ended.
        }

        await _command.DisposeAsync();
        await _connection.DisposeAsync();
    }
}
