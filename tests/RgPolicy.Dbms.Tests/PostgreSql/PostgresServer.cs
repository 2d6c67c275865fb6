using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>One server for all tests that need a real one.</summary>
public sealed class PostgresServer : IAsyncLifetime
{
    public const string Collection = "PostgreSQL server";

    private PostgresCluster? _cluster;

    public PostgresCluster Cluster => _cluster ?? throw new InvalidOperationException("not started");

    public async Task InitializeAsync()
    {
        _cluster = await PostgresCluster.StartAsync(new PostgresClusterOptions
        {
            PreloadLibraries = ["pg_stat_statements"],
        });
    }

    public async Task DisposeAsync()
    {
        if (_cluster is not null) await _cluster.DisposeAsync();
    }
}
