using RgPolicy.Testing.MariaDb;
using RgPolicy.Testing.Stack;

namespace RgPolicy.MariaDbBench;

/// <summary>A MariaDB with accounts for short transactions and facts for long scans, and how it is governed.</summary>
internal static class BenchDatabase
{
    public const string Name = "bench";
    public const string Oltp = "oltp";
    public const string Analytics = "analytics";
    public const string Loader = "loader";
    public const string Observer = "rgpolicy";
    public const int Accounts = 100_000;

    /// <summary>The weight of the pool <c>low</c> where none is asked for.</summary>
    public const int UsualWeight = 100;

    /// <summary>The same where short transactions take all that there is.</summary>
    public const int SaturatedWeight = 435;

    /// <summary>Settings of a server.</summary>
    /// <param name="hasPerformanceSchema">With performance_schema, which MariaDB has off unless it is told.</param>
    public static ImmutableDictionary<string, string> Settings(bool hasPerformanceSchema) =>
        ImmutableDictionary<string, string>
            .Empty.Add("innodb_buffer_pool_size", "768M")
            .Add("innodb_log_file_size", "256M")
            .Add("performance_schema", hasPerformanceSchema ? "ON" : "OFF");

    /// <summary>Starts one.</summary>
    /// <param name="facts">Rows that a scan reads.</param>
    /// <param name="settings">Its settings, where they are not the usual ones.</param>
    public static async Task<MariaDbServer> StartAsync(int facts, ImmutableDictionary<string, string>? settings = null)
    {
        var server = await MariaDbServer.StartAsync(
            new MariaDbServerOptions { Settings = settings ?? Settings(hasPerformanceSchema: false) }
        );
        await server.ExecuteAsync(
            string.Create(
                CultureInfo.InvariantCulture,
                $"""
                CREATE DATABASE bench;
                CREATE TABLE bench.accounts (id INT PRIMARY KEY, balance INT NOT NULL);
                INSERT INTO bench.accounts SELECT seq, 0 FROM bench.seq_1_to_{Accounts};
                CREATE TABLE bench.facts (id INT PRIMARY KEY, customer INT NOT NULL, note CHAR(32) NOT NULL);
                INSERT INTO bench.facts SELECT seq, seq % 1000, MD5(seq) FROM bench.seq_1_to_{facts};
                CREATE TABLE bench.customers (id INT PRIMARY KEY, region INT NOT NULL, name CHAR(32) NOT NULL);
                INSERT INTO bench.customers SELECT seq - 1, seq % 20, MD5(-seq) FROM bench.seq_1_to_1000;
                CREATE TABLE bench.copies LIKE bench.facts;
                CREATE USER oltp@localhost; CREATE USER analytics@localhost; CREATE USER loader@localhost;
                GRANT ALL ON bench.* TO oltp@localhost, analytics@localhost, loader@localhost;
                CREATE USER rgpolicy@localhost;
                GRANT PROCESS ON *.* TO rgpolicy@localhost;
                GRANT SELECT (User, Super_priv) ON mysql.user TO rgpolicy@localhost;
                GRANT SELECT (User, Role) ON mysql.roles_mapping TO rgpolicy@localhost;
                GRANT SELECT ON performance_schema.* TO rgpolicy@localhost;
                """
            )
        );
        return server;
    }

    /// <summary>Governs it by who logs in.</summary>
    /// <param name="server">The server.</param>
    /// <param name="weight">Of analysts and loaders, where everybody else has 1000.</param>
    public static async Task<GovernedServer> GovernAsync(MariaDbServer server, int weight)
    {
        var policy = Path.Combine(server.RootDirectory, "policy.rgp");
        await File.WriteAllTextAsync(policy, Policy(weight));
        return await GovernAsync(server, policy);
    }

    /// <summary>Governs it by a policy.</summary>
    public static Task<GovernedServer> GovernAsync(MariaDbServer server, string policy) =>
        GovernedServer.StartAsync(
            server.Url(),
            ["--data-directory", server.DataDirectory, "--pid-file", server.PidFile],
            new GovernedServerOptions { Policy = policy, HasOwnShare = true }
        );

    private static string Policy(int weight) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $$"""
            language 1
            pool all { cpu weight 1000 }
            pool low { cpu weight {{weight}} }
            class analytics -> low when session.login in ('analytics', 'loader')
            default         -> all
            """
        );
}
