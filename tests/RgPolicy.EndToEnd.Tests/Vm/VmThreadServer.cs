using RgPolicy.Testing.MariaDb;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Vm;

/// <summary>A MariaDB in a cgroup of its own, all of whose threads share one processor.</summary>
internal sealed class VmThreadServer : IAsyncDisposable
{
    /// <summary>Keeps a processor busy until it is killed.</summary>
    public const string Busy = "SELECT BENCHMARK(4000000000, MD5('a'))";

    public const string Report = "report";
    public const string App = "app";

    private const string Accounts = """
        CREATE USER report@localhost; CREATE USER app@localhost;
        CREATE USER rgpolicy@localhost;
        GRANT PROCESS ON *.* TO rgpolicy@localhost;
        GRANT SELECT (User, Super_priv) ON mysql.user TO rgpolicy@localhost;
        GRANT SELECT (User, Role) ON mysql.roles_mapping TO rgpolicy@localhost;
        """;

    private VmThreadServer(MariaDbServer server) => Server = server;

    /// <summary>The data directory that <c>tools/vm-loop/run</c> made; null where there is no MariaDB.</summary>
    public static string? Template { get; } = Environment.GetEnvironmentVariable("RGPOLICY_MARIADB_DATA");

    /// <summary>Its cgroup's directory.</summary>
    public static string Group { get; } = Path.Combine(KernelState.Cgroups, "mariadb.service");

    public MariaDbServer Server { get; }

    /// <summary>The options by which the sidecar finds it.</summary>
    public string[] SidecarOptions => ["--data-directory", Server.DataDirectory, "--pid-file", Server.PidFile];

    /// <summary>All that governing may change of it now.</summary>
    public IReadOnlyList<string> State => KernelState.Of(ProcessFacts.OtherThreads(Process).Append(Process), Group);

    private int Process => Server.ProcessId;

    /// <summary>Makes it.</summary>
    public static async Task<VmThreadServer> StartAsync(string template)
    {
        var server = new VmThreadServer(
            await MariaDbServer.StartAsync(
                new MariaDbServerOptions
                {
                    Template = template,
                    Settings = ImmutableDictionary<string, string>.Empty.Add("innodb_buffer_pool_size", "16M"),
                }
            )
        );
        await server.Server.ExecuteAsync(Accounts);
        KernelState.Enter(Group, [server.Process]);
        File.WriteAllText(Path.Combine(Group, "cpuset.cpus"), "0");
        return server;
    }

    public ValueTask DisposeAsync() => Server.DisposeAsync();
}
