using System.Diagnostics;
using RgPolicy.HtapBench.Load;
using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Options;
using RgPolicy.HtapBench.Server;

namespace RgPolicy.HtapBench.Scenarios;

/// <summary>
/// Reaction times at the moderate mix: half of the analytic queries come from the fixed list, so that
/// their plans are soon known, half are statements that the server has never seen.
/// </summary>
internal sealed class ReactionScenario(BenchServer server, Runner runner, BenchOptions options)
{
    private const double ShortestLife = 0.3;
    private const int Rounds = 3;

    private int _unseen;

    public async Task<ReactionOutcome> RunAsync(CancellationToken cancellationToken)
    {
        await using var governor = await runner.GovernAsync();
        await using var oltp = OltpLoad.Start(server, options.Rate ?? PairScenarios.ModerateRate, options.Seed);
        var analytics = new AnalyticLoad(server, Stopwatch.StartNew(), Query);
        analytics.Start(PairScenarios.AnalyticClients, cancellationToken);
        await Task.Delay(TimeSpan.FromSeconds(options.WarmUpSeconds), cancellationToken);
        var first = WrittenReactions.Read(governor).Count;
        await Task.Delay(TimeSpan.FromSeconds(options.Seconds * Rounds), cancellationToken);
        await analytics.StopAsync();
        await oltp.StopAsync();
        await governor.StopAsync();
        var reactions = WrittenReactions.Read(governor);
        return new ReactionOutcome(
            Quantiles.Of(reactions.Take(first).Select(r => r.Seconds)),
            Quantiles.Of(reactions.Skip(first).Where(r => r.PlanCached).Select(r => r.Seconds)),
            Quantiles.Of(reactions.Skip(first).Where(r => !r.PlanCached).Select(r => r.Seconds)),
            analytics.Runs.Count(r => r.Seconds >= ShortestLife)
        );
    }

    private AnalyticQuery Query(int number)
    {
        var query = AnalyticQuery.List[number / 2 % AnalyticQuery.List.Count];
        return number % 2 == 0 ? query : query.Unseen(Interlocked.Increment(ref _unseen));
    }
}
