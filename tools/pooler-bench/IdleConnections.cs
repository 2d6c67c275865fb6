using Npgsql;
using RgPolicy.HtapBench.Server;

namespace RgPolicy.PoolerBench;

/// <summary>Connections that do nothing: they make each poll dearer, until a leaner query is used.</summary>
internal sealed class IdleConnections : IAsyncDisposable
{
    private readonly List<NpgsqlConnection> _open = [];

    private IdleConnections() { }

    /// <summary>Opens them, past the pooler.</summary>
    public static async Task<IdleConnections> OpenAsync(
        BenchServer server,
        int number,
        CancellationToken cancellationToken
    )
    {
        var idle = new IdleConnections();
        for (var i = 0; i < number; i++)
            idle._open.Add(await server.OpenAsync(BenchRoles.Oltp, cancellationToken));
        return idle;
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        foreach (var connection in _open)
            await connection.DisposeAsync();
    }
}
