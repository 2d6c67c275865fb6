using System.Diagnostics;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>A text that psql sends as one message of the simple protocol, as the server's own clients
/// do; ended when it is disposed.</summary>
internal sealed class SimpleText : IAsyncDisposable
{
    private readonly PostgresCluster _cluster;
    private readonly Process _psql;

    private SimpleText(PostgresCluster cluster, Process psql) => (_cluster, _psql) = (cluster, psql);

    /// <summary>The backend that runs it.</summary>
    public int ProcessId { get; private init; }

    /// <summary>Sends it, and waits until a statement of it that sleeps is running.</summary>
    public static async Task<SimpleText> StartAsync(PostgresCluster cluster, string database, string user, string text)
    {
        var name = $"simple-{Guid.NewGuid():N}";
        var start = new ProcessStartInfo(Path.Combine(PostgresBinaries.Find()!, "psql"))
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            ArgumentList = { "-X", "-q", "-o", "/dev/null", "-c", text, cluster.Url(user, database) },
            Environment = { ["PGAPPNAME"] = name },
        };
        var psql = Process.Start(start) ?? throw new InvalidOperationException("psql does not start");
        for (var i = 0; i < 600; i++)
        {
            if (
                await cluster.ScalarAsync(
                    $"SELECT pid FROM pg_stat_activity WHERE application_name = '{name}' AND wait_event = 'PgSleep'"
                )
                is int backend
            )
                return new SimpleText(cluster, psql) { ProcessId = backend };
            if (psql.HasExited)
                break;
            await Task.Delay(50);
        }

        throw new TimeoutException("the text never came to sleep");
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await _cluster.ExecuteAsync($"SELECT pg_terminate_backend({ProcessId})");
        _psql.StandardInput.Close();
        await _psql.WaitForExitAsync();
        _psql.Dispose();
    }
}
