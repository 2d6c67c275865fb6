namespace RgPolicy.Testing.PostgreSql;

/// <summary>
/// One server for each major version that is asked for, started when it is, for all tests that share
/// the fleet. Stopped and deleted with it.
/// </summary>
/// <param name="options">What the servers are started with, by version.</param>
/// <param name="prepare">What is done with each once after its start, or null.</param>
internal sealed class PostgresFleet(
    Func<int, PostgresClusterOptions>? options = null,
    Func<PostgresCluster, int, Task>? prepare = null
) : IAsyncDisposable
{
    private readonly SemaphoreSlim _one = new(1);
    private readonly Dictionary<int, PostgresCluster> _clusters = [];

    /// <summary>The server of that version.</summary>
    /// <exception cref="InvalidOperationException">That version is not here or did not start; the
    /// message says why.</exception>
    public async Task<PostgresCluster> GetAsync(int version, CancellationToken cancellationToken = default)
    {
        await _one.WaitAsync(cancellationToken);
        try
        {
            if (!_clusters.TryGetValue(version, out var cluster))
                _clusters[version] = cluster = await StartAsync(version, cancellationToken);
            return cluster;
        }
        finally
        {
            _one.Release();
        }
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        foreach (var cluster in _clusters.Values)
            await cluster.DisposeAsync();
        _clusters.Clear();
        _one.Dispose();
    }

    private async Task<PostgresCluster> StartAsync(int version, CancellationToken cancellationToken)
    {
        var wanted = (options?.Invoke(version) ?? new PostgresClusterOptions()) with { Version = version };
        var cluster = await PostgresCluster.StartAsync(wanted, cancellationToken);
        try
        {
            if (prepare is not null)
                await prepare(cluster, version);
            return cluster;
        }
        catch
        {
            await cluster.DisposeAsync();
            throw;
        }
    }
}
