using Npgsql;
using RgPolicy.HtapBench.Server;

namespace RgPolicy.HtapBench.Load;

/// <summary>Sessions that are always active and need no processor: statements that wait, one after the other.</summary>
internal sealed class WaitingSessions : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop;
    private readonly List<Task> _sessions;

    private WaitingSessions(CancellationTokenSource stop, List<Task> sessions) => (_stop, _sessions) = (stop, sessions);

    /// <summary>Begins them.</summary>
    /// <param name="server">The server.</param>
    /// <param name="role">Who they are.</param>
    /// <param name="sessions">How many.</param>
    /// <param name="statement">With $1, the seconds that it waits.</param>
    /// <param name="seconds">How long the statements of the n-th session wait.</param>
    /// <param name="cancellationToken">Ends them.</param>
    public static WaitingSessions Start(
        BenchServer server,
        string role,
        int sessions,
        string statement,
        Func<int, double> seconds,
        CancellationToken cancellationToken
    )
    {
        var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        return new WaitingSessions(
            stop,
            [.. Enumerable.Range(0, sessions).Select(n => WaitAsync(server, role, statement, seconds(n), stop.Token))]
        );
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await Task.WhenAll(_sessions);
        _stop.Dispose();
    }

    private static async Task WaitAsync(
        BenchServer server,
        string role,
        string statement,
        double seconds,
        CancellationToken cancellationToken
    )
    {
        try
        {
            await using var connection = await server.OpenAsync(role, cancellationToken);
            while (true)
            {
                await using var command = new NpgsqlCommand(statement, connection) { CommandTimeout = 0 };
                command.Parameters.Add(new NpgsqlParameter { Value = seconds });
                await command.ExecuteNonQueryAsync(cancellationToken);
            }
        }
        catch (OperationCanceledException)
        {
            // The scenario is over.
        }
    }
}
