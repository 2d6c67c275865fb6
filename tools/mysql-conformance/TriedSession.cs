using MySqlConnector;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.MySqlConformance;

/// <summary>A session that runs one statement at a time; what runs at its end is killed.</summary>
internal sealed class TriedSession : IAsyncDisposable
{
    private readonly TriedServer _server;
    private readonly MySqlConnection _connection;
    private bool _isOver;

    private TriedSession(TriedServer server, MySqlConnection connection) =>
        (_server, _connection) = (server, connection);

    /// <summary>The end of the statement that was started last.</summary>
    public Task Running { get; private set; } = Task.CompletedTask;

    public static async Task<TriedSession> OpenAsync(
        TriedServer server,
        MySqlConnectionOptions options,
        string database,
        CancellationToken cancellationToken
    )
    {
        var connection = options.NewConnection();
        await connection.OpenAsync(cancellationToken);
        await connection.ChangeDatabaseAsync(database, cancellationToken);
        return new TriedSession(server, connection);
    }

    /// <summary>Why it failed, while nothing has ended it; else null.</summary>
    public string? Failure => _isOver ? null : Running.Exception?.InnerException?.Message;

    /// <summary>Starts a statement and does not wait for it.</summary>
    public void Start(string sql) => Running = RunAsync(sql, CancellationToken.None);

    /// <summary>Runs a statement to its end.</summary>
    public async Task RunAsync(string sql, CancellationToken cancellationToken)
    {
        await using var command = new MySqlCommand(sql, _connection);
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        do
        {
            while (await reader.ReadAsync(cancellationToken))
            {
                // Its rows are of no interest.
            }
        } while (await reader.NextResultAsync(cancellationToken));
    }

    /// <summary>Ends what runs, and tells whether it ended by that.</summary>
    public async Task<bool> IsEndedAsync()
    {
        try
        {
            await Running;
            return false;
        }
        catch (MySqlException)
        {
            return true;
        }
    }

    public async ValueTask DisposeAsync()
    {
        _isOver = true;
        if (!Running.IsCompleted)
        {
            await _server.AdministerAsync(
                string.Create(CultureInfo.InvariantCulture, $"KILL {_connection.ServerThread}")
            );
        }

        await IsEndedAsync();
        await _connection.DisposeAsync();
    }
}
