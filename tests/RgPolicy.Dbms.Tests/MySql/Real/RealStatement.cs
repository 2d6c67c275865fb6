using MySqlConnector;

namespace RgPolicy.Dbms.Tests.MySql.Real;

/// <summary>A statement that runs in a session of its own; killed with it.</summary>
public sealed class RealStatement : IAsyncDisposable
{
    private readonly RealMySql _server;
    private readonly MySqlConnection _connection;
    private readonly MySqlCommand _command;

    private RealStatement(RealMySql server, MySqlConnection connection, MySqlCommand command)
    {
        (_server, _connection, _command) = (server, connection, command);
        Result = ReadAsync();
    }

    /// <summary>Its end.</summary>
    public Task Result { get; }

    /// <summary>Starts it; a prepared one takes the place of each <c>{value}</c> by a parameter.</summary>
    public static async Task<RealStatement> StartAsync(
        RealMySql server,
        MySqlConnection connection,
        string sql,
        bool isPrepared
    )
    {
        var command = new MySqlCommand(isPrepared ? ParametersIn(sql) : sql, connection);
        if (isPrepared)
        {
            foreach (var value in FormValues.Of(sql))
                command.Parameters.Add(new MySqlParameter { Value = value });
            await command.PrepareAsync();
        }

        return new RealStatement(server, connection, command);
    }

    public async ValueTask DisposeAsync()
    {
        if (!Result.IsCompleted)
            await _server.ExecuteAsync(FormattableString.Invariant($"KILL {_connection.ServerThread}"));
        try
        {
            await Result;
        }
        catch (Exception e) when (e is MySqlException or IOException)
        {
            // It was killed, or had ended.
        }

        await _command.DisposeAsync();
        await _connection.DisposeAsync();
    }

    private static string ParametersIn(string sql) => FormValues.Replace(sql, _ => "?");

    private async Task ReadAsync()
    {
        await using var reader = await _command.ExecuteReaderAsync();
        do
        {
            while (await reader.ReadAsync())
            {
                // Its rows are of no interest.
            }
        } while (await reader.NextResultAsync());
    }
}
