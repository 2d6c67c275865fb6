using Npgsql;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>A statement that runs in a session of its own until it is disposed.</summary>
public sealed class RunningStatement : IAsyncDisposable
{
    private readonly NpgsqlConnection _connection;
    private readonly NpgsqlCommand _command;
    private readonly Task _run;

    private RunningStatement(NpgsqlConnection connection, NpgsqlCommand command, Task run) =>
        (_connection, _command, _run) = (connection, command, run);

    public int ProcessId => _connection.ProcessID;

    public static Task<RunningStatement> StartAsync(NpgsqlConnection connection, string sql)
    {
        var command = new NpgsqlCommand(sql, connection) { CommandTimeout = 600 };
        return Task.FromResult(new RunningStatement(connection, command, command.ExecuteNonQueryAsync()));
    }

    public static Task<RunningStatement> StartAsync(NpgsqlConnection connection, NpgsqlCommand command) =>
        Task.FromResult(new RunningStatement(connection, command, command.ExecuteNonQueryAsync()));

    public async ValueTask DisposeAsync()
    {
        _command.Cancel();
        try
        {
            await _run;
        }
        catch (Exception e) when (e is NpgsqlException or OperationCanceledException)
        {
            // It was cancelled.
        }

        await _command.DisposeAsync();
        await _connection.DisposeAsync();
    }
}
