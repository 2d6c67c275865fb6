using Npgsql;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Drivers;

/// <summary>A case that runs through Npgsql.</summary>
internal sealed class NpgsqlSession : IDriverSession
{
    private const string Slow = "(SELECT pg_sleep(30))";
    private const string Scan = "SELECT count(*), (SELECT pg_sleep($1)) FROM sales WHERE note LIKE $2";
    private const string Groups =
        "INSERT INTO totals SELECT item, sum(amount), (SELECT pg_sleep($1))::text FROM sales GROUP BY item";

    private readonly NpgsqlConnection _connection;
    private readonly CancellationTokenSource _end = new();
    private Task _run = Task.CompletedTask;

    private NpgsqlSession(NpgsqlConnection connection) => _connection = connection;

    /// <inheritdoc />
    public string? Problem => _run is { IsFaulted: true, Exception.InnerException: { } e } ? e.Message : null;

    /// <summary>Starts it.</summary>
    public static async Task<NpgsqlSession> StartAsync(
        PostgresCluster cluster,
        string database,
        string application,
        string what
    )
    {
        var text = new NpgsqlConnectionStringBuilder(
            cluster.ConnectionString(database, PostgresVersionsFixture.Application)
        )
        {
            ApplicationName = application,
        };
        var session = new NpgsqlSession(new NpgsqlConnection(text.ConnectionString));
        await session._connection.OpenAsync();
        session._run = Task.Run(() => session.RunAsync(what));
        return session;
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        await _run.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _connection.DisposeAsync();
        _end.Dispose();
    }

    private Task RunAsync(string what) =>
        what switch
        {
            "point" => QueryAsync($"SELECT amount, {Slow} FROM sales WHERE id = $1", 500),
            "scan" => QueryAsync(Scan, 30.0, "%77%"),
            "prepared" => PreparedAsync(),
            "update" => QueryAsync($"UPDATE sales SET amount = amount + $1 WHERE id = $2 RETURNING {Slow}", 2, 513),
            "batch" => BatchAsync((Groups, [0.0]), (Groups, [30.0])),
            "pipeline" => BatchAsync(("SELECT amount FROM sales WHERE id = $1", [500]), (Scan, [30.0, "%77%"])),
            "copy out" => CopyOutAsync(),
            "copy in" => CopyInAsync(),
            "cursor" => CursorAsync(),
            _ => throw new ArgumentOutOfRangeException(nameof(what), what, "no such case"),
        };

    private async Task QueryAsync(string text, params object[] values)
    {
        await using var command = new NpgsqlCommand(text, _connection) { CommandTimeout = 60 };
        foreach (var value in values)
            command.Parameters.Add(new NpgsqlParameter { Value = value });
        await command.ExecuteNonQueryAsync(_end.Token);
    }

    private async Task PreparedAsync()
    {
        await using var command = new NpgsqlCommand(Scan, _connection) { CommandTimeout = 60 };
        command.Parameters.Add(new NpgsqlParameter<double> { TypedValue = 0 });
        command.Parameters.Add(new NpgsqlParameter<string> { TypedValue = "%77%" });
        await command.PrepareAsync(_end.Token);
        for (var i = 0; i < 8; i++)
            await command.ExecuteNonQueryAsync(_end.Token);
        ((NpgsqlParameter<double>)command.Parameters[0]).TypedValue = 30;
        await command.ExecuteNonQueryAsync(_end.Token);
    }

    private async Task BatchAsync(params (string Text, object[] Values)[] commands)
    {
        await using var batch = new NpgsqlBatch(_connection) { Timeout = 60 };
        foreach (var (text, values) in commands)
        {
            var command = new NpgsqlBatchCommand(text);
            foreach (var value in values)
                command.Parameters.Add(new NpgsqlParameter { Value = value });
            batch.BatchCommands.Add(command);
        }

        await batch.ExecuteNonQueryAsync(_end.Token);
    }

    // Npgsql has no cursors of its own: an application declares one.
    private async Task CursorAsync()
    {
        await QueryAsync("BEGIN");
        await QueryAsync($"DECLARE pages CURSOR FOR SELECT id, note, {Slow} FROM sales");
        await QueryAsync("FETCH 100 FROM pages");
    }

    private async Task CopyOutAsync()
    {
        using var rows = await _connection.BeginTextExportAsync(
            $"COPY (SELECT *, {Slow} FROM sales) TO STDOUT",
            _end.Token
        );
        await rows.ReadToEndAsync(_end.Token);
    }

    private async Task CopyInAsync()
    {
        await using var rows = await _connection.BeginTextImportAsync("COPY notes FROM STDIN", _end.Token);
        for (var row = 4_000_000; !_end.IsCancellationRequested; row++)
        {
            await rows.WriteAsync(FormattableString.Invariant($"{row}\tx\n"));
            await rows.FlushAsync();
            await Task.Delay(20);
        }
    }
}
