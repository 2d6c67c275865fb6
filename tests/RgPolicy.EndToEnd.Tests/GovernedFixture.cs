using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests;

/// <summary>A server that is governed by policies/htap.rgp, shared by the tests of one class; nothing
/// without root.</summary>
public sealed class GovernedFixture : IAsyncLifetime
{
    private BenchServer? _server;
    private GovernedServer? _governed;

    internal BenchServer Server => _server!;

    internal GovernedServer Governed => _governed!;

    internal int Postmaster => Server.Cluster.PostmasterProcessId;

    internal static GovernedServerOptions Options =>
        new()
        {
            Policy = ProductFiles.Path("policies", "htap.rgp"),
            Observer = BenchRoles.Observer,
            Database = BenchServer.Database,
        };

    public async Task InitializeAsync()
    {
        if (!Environment.IsPrivilegedProcess)
            return;
        _server = await SmallBench.StartAsync();
        _governed = await GovernedServer.StartAsync(_server.Cluster, Options);
    }

    public async Task DisposeAsync()
    {
        if (_governed is not null)
            await _governed.DisposeAsync();
        if (_server is not null)
            await _server.DisposeAsync();
    }
}
