using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.EndToEnd.Tests;

/// <summary>The benchmark's tables at a small size. They are loaded once; each class has a server of its own on a
/// copy.</summary>
internal static class SmallBench
{
    private const double Scale = 0.1;

    private static readonly Lazy<Task<string>> Filled = new(FillAsync);

    /// <summary>Starts a server.</summary>
    public static async Task<BenchServer> StartAsync() =>
        await BenchServer.StartOnCopyAsync(await Filled.Value, CancellationToken.None);

    private static async Task<string> FillAsync()
    {
        await using var server = await BenchServer.StartAsync(Scale, keep: true, CancellationToken.None);
        ProgramEnd.Delete(server.Cluster.RootDirectory);
        await server.Cluster.StopAsync();
        return server.Cluster.DataDirectory;
    }
}
