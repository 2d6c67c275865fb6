using System.Diagnostics;
using RgPolicy.HtapBench.Load;
using RgPolicy.HtapBench.Scenarios;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.Chaos;

/// <summary>A governed server under load, in which somebody is killed again and again.</summary>
internal static class ChaosRun
{
    public static async Task<ChaosReport> RunAsync(
        ChaosOptions options,
        TextWriter output,
        CancellationToken cancellationToken
    )
    {
        await using var server = await BenchServer.StartAsync(options.Scale, keep: false, cancellationToken);
        List<string> left = [];
        List<RoundOutcome> rounds;
        await using (var governed = await GovernAsync(server, options))
        {
            rounds = await UnderLoadAsync(server, governed, options, output, left, cancellationToken);
            if (rounds.Exists(round => round.Violations.Count > 0))
                await output.WriteLineAsync(governed.Said);
            left.AddRange(await ChaosRounds.EndAsync(governed));
        }

        left.AddRange(Governance.Governed(server.Cluster.PostmasterProcessId).Select(p => $"governed process {p}"));
        return new ChaosReport(rounds, left);
    }

    private static Task<GovernedServer> GovernAsync(BenchServer server, ChaosOptions options) =>
        GovernedServer.StartAsync(
            server.Cluster,
            new GovernedServerOptions
            {
                Policy = options.Policy,
                Observer = BenchRoles.Observer,
                Database = BenchServer.Database,
                HasOwnShare = true,
            }
        );

    private static async Task<List<RoundOutcome>> UnderLoadAsync(
        BenchServer server,
        GovernedServer governed,
        ChaosOptions options,
        TextWriter output,
        List<string> left,
        CancellationToken cancellationToken
    )
    {
        await using var oltp = OltpLoad.Start(server, PairScenarios.ModerateRate, options.Seed);
        var analytics = new AnalyticLoad(server, Stopwatch.StartNew());
        analytics.Start(PairScenarios.AnalyticClients, cancellationToken);
        var rounds = await ChaosRounds.RunAsync(
            governed,
            server.Cluster.PostmasterProcessId,
            options.Rounds,
            new Random(options.Seed),
            random => TimeSpan.FromMilliseconds(random.Next(1500)),
            output,
            cancellationToken
        );
        try
        {
            await analytics.StopAsync();
            await oltp.StopAsync();
        }
        catch (Exception failure) when (failure is Npgsql.NpgsqlException or InvalidOperationException)
        {
            left.Add("a query failed: " + failure.Message);
        }

        return rounds;
    }
}
