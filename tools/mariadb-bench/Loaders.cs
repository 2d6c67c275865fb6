using RgPolicy.Testing.MariaDb;

namespace RgPolicy.MariaDbBench;

/// <summary>Clients that load by <c>LOAD DATA</c>, or build indexes, each on a table of its own, again and
/// again.</summary>
internal sealed class Loaders : IAsyncDisposable
{
    private readonly List<Scans> _clients = [];

    private Loaders() { }

    /// <summary>Statements that have ended, those that take a load back included.</summary>
    public long Done => _clients.Sum(client => client.Done);

    /// <summary>A server that flushes its log at every commit, with what is loaded and where to.</summary>
    public static async Task<MariaDbServer> StartServerAsync(LoadOptions options)
    {
        var server = await BenchDatabase.StartAsync(options.Pairs.Facts, Settings);
        await File.WriteAllTextAsync(RowsFile(server), Rows(options.Rows));
        await server.ExecuteAsync("GRANT FILE ON *.* TO loader@localhost");
        for (var client = 0; client < options.Loaders; client++)
        {
            await server.ExecuteAsync(
                $"""
                CREATE TABLE bench.{Table("staging", client)} LIKE bench.facts;
                CREATE TABLE bench.{Table("indexed", client)} LIKE bench.facts;
                INSERT INTO bench.{Table("indexed", client)} SELECT * FROM bench.facts WHERE id <= {options.Rows};
                """
            );
        }

        return server;
    }

    /// <summary>Starts clients that go on until they are stopped.</summary>
    public static async Task<Loaders> StartAsync(MariaDbServer server, LoadOptions options)
    {
        var load = new Loaders();
        for (var client = 0; client < options.Loaders; client++)
        {
            var texts = options.BuildsIndexes ? Build(client) : Load(server, client);
            load._clients.Add(await Scans.StartAsync(server, 1, load._clients.Count, BenchDatabase.Loader, texts));
        }

        return load;
    }

    /// <summary>Waits until each has ended its last statement.</summary>
    public Task StopAsync() => Task.WhenAll(_clients.Select(client => client.StopAsync()));

    public async ValueTask DisposeAsync()
    {
        foreach (var client in _clients)
            await client.DisposeAsync();
    }

    private static ImmutableDictionary<string, string> Settings =>
        BenchDatabase
            .Settings(hasPerformanceSchema: false)
            .SetItem("innodb_flush_log_at_trx_commit", "1")
            .SetItem("innodb_log_file_size", "1G");

    private static string[] Load(MariaDbServer server, int client) =>
        [
            $"TRUNCATE TABLE {Table("staging", client)}",
            $"LOAD DATA INFILE '{RowsFile(server)}' INTO TABLE {Table("staging", client)}",
        ];

    private static string[] Build(int client) =>
        [
            $"DROP INDEX IF EXISTS built ON {Table("indexed", client)}",
            $"CREATE INDEX built ON {Table("indexed", client)} (note, customer)",
        ];

    private static string Table(string kind, int client) =>
        string.Create(CultureInfo.InvariantCulture, $"{kind}_{client + 1}");

    private static string RowsFile(MariaDbServer server) => Path.Combine(server.RootDirectory, "rows");

    private static string Rows(int count)
    {
        var text = new StringBuilder();
        for (var row = 1; row <= count; row++)
            text.Append(CultureInfo.InvariantCulture, $"{row}\t{row % 977}\treading number {row} of a device\n");

        return text.ToString();
    }
}
