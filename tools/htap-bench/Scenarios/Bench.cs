using RgPolicy.HtapBench.Load;
using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Options;
using RgPolicy.HtapBench.Report;
using RgPolicy.HtapBench.Scenarios.Joins;
using RgPolicy.HtapBench.Scenarios.Starts;
using RgPolicy.HtapBench.Scenarios.Suggested;
using RgPolicy.HtapBench.Server;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>The whole benchmark.</summary>
internal static class Bench
{
    /// <summary>Runs what the options ask for; 0 when it was measured, whatever the figures say.</summary>
    public static async Task<int> RunAsync(BenchOptions options, CancellationToken cancellationToken)
    {
        var report = new TextReport(Console.Out);
        try
        {
            report.Line("Filling an own PostgreSQL ...");
            await using var server = await BenchServer.StartAsync(
                options.Scale,
                options.Keep,
                cancellationToken,
                settings: options.ServerSettings,
                facts: options.Facts
            );
            await using var replica = options.HasReplica
                ? await server.Cluster.StartReplicaAsync(cancellationToken)
                : null;
            var weights = await AnalyticWeights.CalibrateAsync(
                server,
                AnalyticQuery.ListOver(options.Tables),
                cancellationToken
            );
            var result = new BenchResult(await MachineFacts.ReadAsync(server, cancellationToken), options);
            report.Machine(result.Machine, weights, options);
            await RunScenariosAsync(options, server, weights, report, result, cancellationToken);
            report.Summary(result);
            if (options.Json is { } path)
                await JsonReport.WriteAsync(path, result, cancellationToken);
            return 0;
        }
        catch (OperationCanceledException)
        {
            report.Line("Interrupted: everything that was started is stopped.");
            return 130;
        }
        catch (Exception failure) when (failure is InvalidOperationException or IOException or Npgsql.NpgsqlException)
        {
            await Console.Error.WriteLineAsync("htap-bench: " + failure.Message);
            return 3;
        }
    }

    private static async Task RunScenariosAsync(
        BenchOptions options,
        BenchServer server,
        AnalyticWeights weights,
        TextReport report,
        BenchResult result,
        CancellationToken cancellationToken
    )
    {
        var runner = new Runner(server, options, weights);
        var pairs = new PairRunner(runner, options, report);
        foreach (var name in options.Scenarios)
            switch (name)
            {
                case ScenarioNames.Reaction:
                    result.Reaction = await new ReactionScenario(server, runner, options).RunAsync(cancellationToken);
                    report.Reaction(result.Reaction);
                    break;
                case ScenarioNames.Overhead:
                    result.Overhead = await new OverheadScenario(server, runner, options).RunAsync(cancellationToken);
                    report.Overhead(result.Overhead);
                    break;
                case ScenarioNames.Soak:
                    result.Soak = await new SoakScenario(server, runner, options).RunAsync(report, cancellationToken);
                    report.Soak(result.Soak);
                    break;
                case ScenarioNames.Sessions:
                    result.Sessions = await new SessionsScenario(server, runner, options).RunAsync(
                        report,
                        cancellationToken
                    );
                    report.Sessions(result.Sessions);
                    break;
                case ScenarioNames.Start:
                    result.Start = await new StartScenario(server, runner, options).RunAsync(report, cancellationToken);
                    StartReport.Write(report, result.Start);
                    break;
                case ScenarioNames.Recording:
                    await new RecordingScenario(server, options).RunAsync(report, cancellationToken);
                    break;
                case ScenarioNames.Suggested:
                    await new SuggestedScenario(server, options, weights).RunAsync(report, cancellationToken);
                    break;
                case ScenarioNames.Joins:
                    await new JoinsScenario(server, options, weights).RunAsync(report, cancellationToken);
                    break;
                default:
                    var scenario = await PairsOfAsync(name, options, server, weights, report, cancellationToken);
                    result.Pairs.Add(await pairs.RunAsync(scenario, cancellationToken));
                    break;
            }
    }

    private static async Task<PairScenario> PairsOfAsync(
        string name,
        BenchOptions options,
        BenchServer server,
        AnalyticWeights weights,
        TextReport report,
        CancellationToken cancellationToken
    )
    {
        var rate = options.Rate ?? PairScenarios.ModerateRate;
        switch (name)
        {
            case ScenarioNames.OffOff:
                return PairScenarios.OffOff(rate);
            case ScenarioNames.Moderate:
                return PairScenarios.Moderate(rate);
            case ScenarioNames.TpcB:
                return PairScenarios.TpcB(options.Rate ?? PairScenarios.WritingRate, options.Clients);
            case ScenarioNames.Tail:
                return PairScenarios.Tail(options.Rate ?? PairScenarios.TailRate);
            case ScenarioNames.Copy:
                return PairScenarios.Copy(rate, options.Loaders);
            case ScenarioNames.BulkCopy:
                return PairScenarios.BulkCopy(
                    options.Rate ?? PairScenarios.WritingRate,
                    options.Clients,
                    options.Loaders
                );
            case ScenarioNames.BulkIndex:
                return PairScenarios.BulkIndex(
                    options.Rate ?? PairScenarios.WritingRate,
                    options.Clients,
                    Math.Min(options.Loaders, BenchData.MaximumBuilders)
                );
            case ScenarioNames.BulkInsert:
                return PairScenarios.BulkInsert(
                    options.Rate ?? PairScenarios.WritingRate,
                    options.Clients,
                    Math.Min(options.Loaders, BenchData.MaximumBuilders)
                );
            case ScenarioNames.OltpAlone:
                return PairScenarios.OltpAlone(rate);
            case ScenarioNames.AnalyticsAlone:
                return PairScenarios.AnalyticsAlone();
            default:
                if (options.Rate is null)
                    report.Line("Looking for a rate near saturation ...");
                return PairScenarios.Saturated(
                    options.Rate ?? await SaturationProbe.FindAsync(server, options, weights, cancellationToken)
                );
        }
    }
}
