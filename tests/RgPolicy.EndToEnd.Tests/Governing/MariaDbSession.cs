using MySqlConnector;
using RgPolicy.Testing.MariaDb;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>A session of a MariaDB and its thread; killed when it is disposed.</summary>
internal sealed class MariaDbSession : IAsyncDisposable
{
    private readonly MariaDbServer _server;
    private readonly MySqlConnection _connection;
    private Task _running = Task.CompletedTask;

    private MariaDbSession(MariaDbServer server, MySqlConnection connection, int thread) =>
        (_server, _connection, Thread) = (server, connection, thread);

    /// <summary>The thread that serves it.</summary>
    internal int Thread { get; }

    /// <summary>What was started last.</summary>
    internal Task Running => _running;

    internal static async Task<MariaDbSession> OpenAsync(MariaDbServer server, string user)
    {
        var connection = await server.OpenAsync(user: user);
        await using var command = new MySqlCommand(
            "SELECT TID FROM information_schema.PROCESSLIST WHERE ID = CONNECTION_ID()",
            connection
        );
        var thread = Convert.ToInt32(await command.ExecuteScalarAsync(), CultureInfo.InvariantCulture);
        return new MariaDbSession(server, connection, thread);
    }

    /// <summary>Runs statements to their end.</summary>
    internal async Task RunAsync(string sql)
    {
        await using var command = new MySqlCommand(sql, _connection);
        await command.ExecuteNonQueryAsync();
    }

    /// <summary>Starts a statement; its end is <see cref="Running"/>.</summary>
    internal void Start(string sql) => _running = RunAsync(sql);

    /// <summary>Ends what runs and leaves the session.</summary>
    internal async Task KillQueryAsync()
    {
        await KillAsync("KILL QUERY");
        await EndedAsync();
    }

    public async ValueTask DisposeAsync()
    {
        if (!_running.IsCompleted)
            await KillAsync("KILL");

        await EndedAsync();
        await _connection.DisposeAsync();
    }

    private Task KillAsync(string verb) =>
        _server.ExecuteAsync(string.Create(CultureInfo.InvariantCulture, $"{verb} {_connection.ServerThread}"));

    private async Task EndedAsync()
    {
        try
        {
            await _running;
        }
        catch (MySqlException)
        {
            // It was killed.
        }
    }
}
