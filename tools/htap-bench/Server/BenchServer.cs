using Npgsql;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.HtapBench.Server;

/// <summary>The benchmark's own PostgreSQL: everything in memory, nothing in the background while a run
/// is measured.</summary>
internal sealed class BenchServer : IAsyncDisposable
{
    public const string Database = "bench";

    /// <summary>Enough for the scenario with the most sessions.</summary>
    private const int MostConnections = 1100;

    private readonly PostgresCluster _cluster;

    private BenchServer(PostgresCluster cluster) => _cluster = cluster;

    public PostgresCluster Cluster => _cluster;

    /// <summary>The folder of PostgreSQL's programs, pgbench among them.</summary>
    public static string Programs =>
        PostgresBinaries.Find()
        ?? throw new InvalidOperationException(
            "PostgreSQL is not installed: run 'apt-get install postgresql postgresql-contrib'"
        );

    /// <summary>Makes the cluster and fills it.</summary>
    /// <param name="scale">Of pgbench's tables and the fact table.</param>
    /// <param name="keep">Leave its directory behind.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    /// <param name="version">The major version, 14 to 18; the distribution's own unless told.</param>
    /// <param name="settings">Settings over the usual ones, each <c>name=value</c>.</param>
    /// <param name="facts">Of the fact table besides.</param>
    public static async Task<BenchServer> StartAsync(
        double scale,
        bool keep,
        CancellationToken cancellationToken,
        int? version = null,
        IEnumerable<string>? settings = null,
        double facts = 1
    )
    {
        var cluster = await PostgresCluster.StartAsync(
            Options with
            {
                KeepDirectory = keep,
                Version = version,
                Settings = Options.Settings.SetItems(
                    (settings ?? []).Select(Parts).Select(each => KeyValuePair.Create(each.Name, each.Value))
                ),
            },
            cancellationToken
        );
        var server = new BenchServer(cluster);
        try
        {
            await BenchData.LoadAsync(server, scale, facts, cancellationToken);
            return server;
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    /// <summary>Starts one on a copy of what another has filled.</summary>
    /// <param name="filled">Its data directory; it was stopped.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    public static async Task<BenchServer> StartOnCopyAsync(string filled, CancellationToken cancellationToken) =>
        new(await PostgresCluster.StartAsync(Options with { Template = filled }, cancellationToken));

    /// <summary>Opens a connection to the benchmark's database.</summary>
    public Task<NpgsqlConnection> OpenAsync(string user, CancellationToken cancellationToken) =>
        _cluster.OpenAsync(Database, user, cancellationToken);

    /// <summary>Runs statements as the superuser, outside every measured part.</summary>
    public async Task ExecuteAsync(string sql, CancellationToken cancellationToken, string database = Database)
    {
        await using var connection = await _cluster.OpenAsync(database, cancellationToken: cancellationToken);
        await using var command = new NpgsqlCommand(sql, connection) { CommandTimeout = 0 };
        await command.ExecuteNonQueryAsync(cancellationToken);
    }

    /// <summary>Gives a role settings for its next sessions, in place of those that it has.</summary>
    /// <param name="role">The role.</param>
    /// <param name="settings">Each <c>name=value</c>.</param>
    /// <param name="cancellationToken">Ends the attempt.</param>
    public Task SetAsync(string role, IEnumerable<string> settings, CancellationToken cancellationToken) =>
        ExecuteAsync(
            $"alter role {role} reset all;"
                + string.Concat(
                    settings.Select(Parts).Select(each => $"alter role {role} set {each.Name} = '{each.Value}';")
                ),
            cancellationToken
        );

    public ValueTask DisposeAsync() => _cluster.DisposeAsync();

    private static (string Name, string Value) Parts(string setting) =>
        setting.Split('=', 2) is [var name, var value]
            ? (name, value)
            : throw new InvalidOperationException($"'{setting}' is no setting: write NAME=VALUE");

    private static PostgresClusterOptions Options =>
        new() { Settings = Settings.ToImmutableDictionary(), PreloadLibraries = ["pg_stat_statements"] };

    private static readonly Dictionary<string, string> Settings = new(StringComparer.Ordinal)
    {
        ["shared_buffers"] = "2GB",
        ["work_mem"] = "64MB",
        ["max_connections"] = MostConnections.ToString(CultureInfo.InvariantCulture),
        ["autovacuum"] = "off",
        ["checkpoint_timeout"] = "1h",
        ["max_wal_size"] = "24GB",
        ["fsync"] = "on",
        ["synchronous_commit"] = "on",
        ["full_page_writes"] = "on",
        ["pg_stat_statements.track"] = "all",
    };
}
