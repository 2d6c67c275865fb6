namespace RgPolicy.EndToEnd.Tests.Sampling;

/// <summary><c>tools/working-sets/run tables</c>: joins and aggregates of all sizes.</summary>
internal static class HashTableProgram
{
    private const double Mebibyte = 1024 * 1024;

    private static readonly ImmutableArray<int> AllEntries = [90_000, 720_000, 3_000_000, 10_000_000];

    internal static async Task<int> RunAsync(string version, string[] entries)
    {
        await using var server = await HashTableServer.StartAsync(Number(version));
        var (close, all) = (0, 0);
        foreach (var each in (entries.Length == 0 ? AllEntries : [.. entries.Select(Number)]).SelectMany(CasesOf))
        {
            var finding = await server.FindAsync(each);
            close += finding.IsClose ? 1 : 0;
            all++;
            Console.WriteLine(
                string.Create(
                        CultureInfo.InvariantCulture,
                        $"{each, -52} told {finding.ToldBytes / Mebibyte, 6:0.0} MiB, found {finding.FoundBytes / Mebibyte, 6:0.0} MiB "
                            + $"({finding.Ratio:0.00}), looking took {finding.CostMicroseconds / 1000.0, 5:0.0} ms {finding.Problem}"
                    )
                    .TrimEnd()
            );
        }

        Console.WriteLine(
            string.Create(CultureInfo.InvariantCulture, $"{close} of {all} within twice of what EXPLAIN ANALYZE told")
        );
        return close >= 0.9 * all ? 0 : 1;
    }

    private static HashTableCase[] CasesOf(int entries) =>
        [
            new("join", entries, 0),
            new("join", entries, 2),
            new("join", entries, 2, IsShared: false),
            new("aggregate", entries / 10, 0),
            new("aggregate", entries / 10, 2),
        ];

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
}
