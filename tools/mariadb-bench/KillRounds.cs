using MySqlConnector;
using RgPolicy.Chaos;
using RgPolicy.Testing.Stack;

namespace RgPolicy.MariaDbBench;

/// <summary>A governed MariaDB under load, in which somebody is killed again and again.</summary>
internal static class KillRounds
{
    private const int Clients = 4;
    private const int Rate = 100;
    private static readonly TimeSpan LongestMoment = TimeSpan.FromSeconds(1);

    /// <summary>Kills; what was left behind, and every statement that failed, is in the report.</summary>
    public static async Task<ChaosReport> RunAsync(
        int rounds,
        int seed,
        int facts,
        TextWriter output,
        CancellationToken cancellationToken
    )
    {
        await using var server = await BenchDatabase.StartAsync(facts);
        using var group = ServerGroup.Of(server.ProcessId);
        List<string> left = [];
        List<RoundOutcome> outcomes;
        await using (var governed = await BenchDatabase.GovernAsync(server, BenchDatabase.UsualWeight))
        {
            await using var transactions = ShortTransactions.Start(server, Clients, Rate, seed);
            await using var scans = await Scans.StartAsync(server, Clients, seed);
            outcomes = await ChaosRounds.RunAsync(
                governed,
                server.ProcessId,
                rounds,
                new Random(seed),
                random => LongestMoment * random.NextDouble(),
                output,
                cancellationToken
            );
            await StopAsync(transactions, scans, left);
            if (outcomes.Exists(outcome => outcome.Violations.Count > 0))
                await output.WriteLineAsync(governed.Said);

            left.AddRange(await ChaosRounds.EndAsync(governed));
        }

        left.AddRange(Governance.Governed(server.ProcessId).Select(thread => $"governed thread {thread}"));
        return new ChaosReport(outcomes, left);
    }

    private static async Task StopAsync(ShortTransactions transactions, Scans scans, List<string> left)
    {
        try
        {
            await transactions.StopAsync(TimeSpan.Zero);
            await scans.StopAsync();
        }
        catch (MySqlException failure)
        {
            left.Add("a statement failed: " + failure.Message);
        }
    }
}
