using RgPolicy.HtapBench.Server;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>What the figures were measured on.</summary>
internal sealed record MachineFacts(string Processor, int Cores, string Kernel, string Server, string FactTable)
{
    public static async Task<MachineFacts> ReadAsync(BenchServer server, CancellationToken cancellationToken)
    {
        var version =
            await server.Cluster.ScalarAsync("select version()", cancellationToken: cancellationToken) as string ?? "";
        var size = await server.Cluster.ScalarAsync(
            "select pg_size_pretty(pg_relation_size('sales'))",
            BenchServer.Database,
            cancellationToken
        );
        return new MachineFacts(
            ProcessorName(),
            Environment.ProcessorCount,
            Environment.OSVersion.Version.ToString(),
            string.Join(' ', version.Split(' ').Take(2)),
            size as string ?? ""
        );
    }

    private static string ProcessorName() =>
        File.ReadLines("/proc/cpuinfo")
            .FirstOrDefault(l => l.StartsWith("model name", StringComparison.Ordinal))
            ?.Split(':', 2)[1]
            .Trim()
        ?? "unknown";
}
