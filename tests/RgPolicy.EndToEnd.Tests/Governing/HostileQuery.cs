using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.PostgreSql;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>A query that runs for a while, whose application and text mean harm.</summary>
internal static class HostileQuery
{
    /// <summary>Starts it; it ends with what is returned.</summary>
    public static ChildProgram Start(BenchServer server) =>
        ChildProgram.Start(
            Directory.EnumerateFiles("/usr/lib/postgresql", "psql", SearchOption.AllDirectories).First(),
            [
                "-X",
                "-h",
                server.Cluster.SocketDirectory,
                "-p",
                server.Cluster.Port.ToString(CultureInfo.InvariantCulture),
                "-U",
                PostgresCluster.Superuser,
                "-d",
                BenchServer.Database,
                "-c",
                "select pg_sleep(60) /* <script>alert(1)</script>\u001b[2J */",
            ],
            new Dictionary<string, string?>(StringComparer.Ordinal)
            {
                ["PGAPPNAME"] = "<script>x</script>\u001b[2J\u202e\"}\\",
            }
        );
}
