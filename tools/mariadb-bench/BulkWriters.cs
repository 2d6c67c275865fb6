using RgPolicy.Testing.MariaDb;

namespace RgPolicy.MariaDbBench;

/// <summary>Clients that write hundreds of thousands of rows with each statement.</summary>
/// <param name="clients">How many.</param>
/// <param name="areInAccounts">All write into the table of the short transactions, into rows of their own; else each
/// into a table of its own.</param>
internal sealed class BulkWriters(int clients, bool areInAccounts)
{
    private const int FirstRow = 10_000_000;

    /// <summary>Makes their tables.</summary>
    public async Task PrepareAsync(MariaDbServer server)
    {
        if (areInAccounts)
            return;
        foreach (var client in Clients)
            await server.ExecuteAsync($"CREATE TABLE {Table(client)} LIKE facts", BenchDatabase.Name);
    }

    /// <summary>Starts them.</summary>
    public Task<Scans> StartAsync(MariaDbServer server, int seed) =>
        Scans.StartAsync(server, BenchDatabase.Loader, seed, Clients.Select(Texts));

    private IEnumerable<int> Clients => Enumerable.Range(1, clients);

    private IReadOnlyList<string> Texts(int client) => areInAccounts ? InAccounts(client) : InTheirOwn(client);

    private static string Table(int client) => string.Create(CultureInfo.InvariantCulture, $"copies_{client}");

    private static IReadOnlyList<string> InTheirOwn(int client) =>
        [
            $"REPLACE INTO {Table(client)} SELECT id, customer, note FROM facts WHERE id % 3 = 0",
            $"DELETE FROM {Table(client)} WHERE customer < 500",
        ];

    private static IReadOnlyList<string> InAccounts(int client)
    {
        var (first, end) = (client * FirstRow, (client * FirstRow) + (FirstRow / 2));
        return
        [
            string.Create(
                CultureInfo.InvariantCulture,
                $"REPLACE INTO accounts SELECT id + {first}, customer FROM facts WHERE id % 3 = 0"
            ),
            string.Create(
                CultureInfo.InvariantCulture,
                $"DELETE FROM accounts WHERE id > {first} AND id < {end} AND balance < 500"
            ),
        ];
    }
}
