using Npgsql;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>A query that runs until it is disposed of.</summary>
internal sealed class RunningQuery : IAsyncDisposable
{
    private readonly NpgsqlConnection _connection;
    private readonly NpgsqlCommand _command;
    private readonly Task _run;

    private RunningQuery(NpgsqlConnection connection, string text)
    {
        _connection = connection;
        _command = new NpgsqlCommand(text, connection) { CommandTimeout = 0 };
        _run = _command.ExecuteScalarAsync();
    }

    /// <summary>Its backend.</summary>
    internal int ProcessId => _connection.ProcessID;

    internal static async Task<RunningQuery> StartAsync(
        PostgresCluster cluster,
        string text,
        string user = PostgresCluster.Superuser
    ) => new(await cluster.OpenAsync(user: user), text);

    public async ValueTask DisposeAsync()
    {
        await Task.Run(_command.Cancel);
        try
        {
            await _run;
        }
        catch (OperationCanceledException)
        {
            // Cancelled, as it was meant to be.
        }

        await _command.DisposeAsync();
        await _connection.DisposeAsync();
    }
}
