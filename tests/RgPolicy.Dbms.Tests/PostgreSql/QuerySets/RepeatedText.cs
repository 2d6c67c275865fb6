using Npgsql;
using NpgsqlTypes;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>A session that sends a text again and again, as an application that is busy with it, until it is disposed:
/// so a poll meets it, however short it is. Values are sent as text of no type, so that the server finds the types, as
/// for drivers.</summary>
internal sealed class RepeatedText : IAsyncDisposable
{
    private readonly PostgresCluster _cluster;
    private readonly string _name;
    private readonly NpgsqlConnection _connection;
    private readonly Task _run;
    private volatile bool _ends;

    private RepeatedText(
        PostgresCluster cluster,
        NpgsqlConnection connection,
        string name,
        string text,
        ImmutableArray<string> values
    )
    {
        (_cluster, _name, _connection) = (cluster, name, connection);
        // Last, for it runs at once, with what is set above.
        _run = Task.Run(() => RepeatAsync(text, values));
    }

    /// <summary>What the server said against it; null while it said nothing.</summary>
    public string? Problem => _run is { IsFaulted: true, Exception.InnerException: { } e } ? e.Message : null;

    /// <summary>The backend's process id.</summary>
    public int ProcessId => _connection.ProcessID;

    /// <summary>Begins.</summary>
    public static async Task<RepeatedText> StartAsync(
        PostgresCluster cluster,
        string database,
        string name,
        ParameterText text
    )
    {
        var options = new NpgsqlConnectionStringBuilder(
            cluster.ConnectionString(database, PostgresVersionsFixture.Application)
        )
        {
            ApplicationName = name,
        };
        var connection = new NpgsqlConnection(options.ConnectionString);
        await connection.OpenAsync();
        return new RepeatedText(cluster, connection, name, text.Text, text.Values);
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        _ends = true;
        if (await Task.WhenAny(_run, Task.Delay(TimeSpan.FromMilliseconds(200))) != _run)
            await _cluster.ExecuteAsync(
                $"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{_name}'"
            );
        try
        {
            await _run;
        }
        catch (Exception e) when (e is NpgsqlException or InvalidOperationException)
        {
            // It was ended, which the driver tells between two statements by the second, or its fault is told already.
        }

        await _connection.DisposeAsync();
    }

    private async Task RepeatAsync(string text, ImmutableArray<string> values)
    {
        await using var command = new NpgsqlCommand(text, _connection) { CommandTimeout = 0 };
        foreach (var value in values)
            command.Parameters.Add(new NpgsqlParameter { Value = value, NpgsqlDbType = NpgsqlDbType.Unknown });
        while (!_ends)
        {
            try
            {
                await ReadAsync(command);
            }
            catch (PostgresException e) when (DataError.Is(e))
            {
                // It ran until then, and is sent again.
            }
        }
    }

    private static async Task ReadAsync(NpgsqlCommand command)
    {
        await using var reader = await command.ExecuteReaderAsync();
        while (await reader.ReadAsync())
        {
            // Rows are taken as they come.
        }
    }
}
