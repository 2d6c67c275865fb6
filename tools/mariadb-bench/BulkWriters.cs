using System.Globalization;
using RgPolicy.Testing.MariaDb;

namespace RgPolicy.MariaDbBench;

/// <summary>Clients that write hundreds of thousands of rows with each statement, each into a table of its
/// own.</summary>
internal static class BulkWriters
{
    /// <summary>Makes their tables.</summary>
    public static async Task PrepareAsync(MariaDbServer server, int clients)
    {
        foreach (var table in Tables(clients))
            await server.ExecuteAsync($"CREATE TABLE {table} LIKE facts", BenchDatabase.Name);
    }

    /// <summary>Starts them.</summary>
    public static Task<Scans> StartAsync(MariaDbServer server, int clients, int seed) =>
        Scans.StartAsync(server, BenchDatabase.Loader, seed, Tables(clients).Select(Texts));

    private static IEnumerable<string> Tables(int clients) =>
        Enumerable.Range(1, clients).Select(client => string.Create(CultureInfo.InvariantCulture, $"copies_{client}"));

    private static IReadOnlyList<string> Texts(string table) =>
        [
            $"REPLACE INTO {table} SELECT id, customer, note FROM facts WHERE id % 3 = 0",
            $"DELETE FROM {table} WHERE customer < 500",
        ];
}
