using RgPolicy.HtapBench.Server;

namespace RgPolicy.EndToEnd.Tests;

/// <summary>A server with the benchmark's tables at a small size and its roles, shared by the tests of
/// one class.</summary>
public sealed class ServerFixture : IAsyncLifetime
{
    private BenchServer? _server;

    internal BenchServer Server => _server!;

    public async Task InitializeAsync() => _server = await SmallBench.StartAsync();

    public async Task DisposeAsync() => await Server.DisposeAsync();
}
