using System.Diagnostics;
using RgPolicy.Testing.MariaDb;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>One MariaDB that several tests govern, one after the other.</summary>
public sealed class MariaDbHost : IAsyncLifetime
{
    /// <summary>A statement that keeps a processor busy until it is killed.</summary>
    internal const string Busy = "SELECT BENCHMARK(4000000000, MD5('a'))";

    private const string Policy = """
        language 1
        pool all { cpu weight 1000 }
        pool low { cpu weight 100 }
        class report -> low when session.login = 'report'
        class admin  -> low when session.login = exactly 'root'
        default      -> all
        rule stop on class report, admin { when request.elapsed > 1 s then cancel }
        """;

    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(60);

    private MariaDbServer? _server;

    /// <summary>The server.</summary>
    internal MariaDbServer Server => _server ?? throw new InvalidOperationException("not started");

    public async Task InitializeAsync()
    {
        if (MariaDbPrograms.ReasonToSkip is not null || !Environment.IsPrivilegedProcess)
            return;

        _server = await MariaDbServer.StartAsync();
        await _server.ExecuteAsync(
            """
            CREATE DATABASE shop;
            CREATE TABLE shop.hot (id INT PRIMARY KEY, n INT); INSERT INTO shop.hot VALUES (1, 0), (2, 0);
            CREATE USER report@localhost; CREATE USER app@localhost;
            GRANT ALL ON shop.* TO report@localhost, app@localhost;
            CREATE USER rgpolicy@localhost;
            GRANT PROCESS, CONNECTION ADMIN ON *.* TO rgpolicy@localhost;
            GRANT SELECT (User, Super_priv) ON mysql.user TO rgpolicy@localhost;
            GRANT SELECT (User, Role) ON mysql.roles_mapping TO rgpolicy@localhost;
            """
        );
    }

    public async Task DisposeAsync()
    {
        if (_server is not null)
            await _server.DisposeAsync();
    }

    /// <summary>Governs it.</summary>
    internal Task<GovernedServer> GovernAsync(params string[] arguments) => GovernByAsync(Policy, arguments);

    /// <summary>Governs it by another policy.</summary>
    internal async Task<GovernedServer> GovernByAsync(string text, params string[] arguments)
    {
        var policy = Path.Combine(Server.RootDirectory, "policy.rgp");
        await File.WriteAllTextAsync(policy, text);
        return await GovernedServer.StartAsync(
            Server.Url(),
            ["--data-directory", Server.DataDirectory, "--pid-file", Server.PidFile],
            new GovernedServerOptions { Policy = policy, ServiceArguments = arguments }
        );
    }

    /// <summary>A session.</summary>
    internal async Task<MariaDbSession> OpenAsync(string user) => await MariaDbSession.OpenAsync(Server, user);

    /// <summary>Where those of the server's threads are that were not moved.</summary>
    internal string? Home => ProcessFacts.CpuGroup(Server.ProcessId);

    /// <summary>Whether a thread is in another group than the server.</summary>
    internal bool IsMoved(int thread) => ProcessFacts.CpuGroup(thread) is { } group && group != Home;

    /// <summary>The server's threads that are in another group than it.</summary>
    internal List<int> Moved() =>
        [
            .. Directory
                .EnumerateDirectories(string.Create(CultureInfo.InvariantCulture, $"/proc/{Server.ProcessId}/task"))
                .Select(folder => int.Parse(Path.GetFileName(folder), CultureInfo.InvariantCulture))
                .Where(IsMoved),
        ];

    /// <summary>Waits until something is so.</summary>
    internal static async Task UntilAsync(GovernedServer governed, Func<bool> wanted)
    {
        var clock = Stopwatch.StartNew();
        while (!wanted())
        {
            if (clock.Elapsed > Longest)
                throw new TimeoutException("it never came about: " + governed.Said);

            await Task.Delay(5);
        }
    }
}
