using System.Numerics;
using RgPolicy.Cli.Simulate;
using RgPolicy.Language.Checking;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Running;

namespace RgPolicy.Cli.Demo;

/// <summary>What cache allocation is to a forecast, and why a query loses, for people.</summary>
internal static class ForecastText
{
    private const string ManyCaches =
        "Where it has a cache nearly to itself, a share takes away what no other query uses: docs/howto/size-and-simulate.md, "
        + "Many small caches.";

    /// <summary>What the policy's cache allocation brings, all else being the same.</summary>
    public static void WriteCache(CliContext context, DemoForecast forecast)
    {
        var (cache, path) = (forecast.Cache.Policies[0], forecast.Whole.Programs[0].Policy.Path);
        context.Output.WriteLine($"{path} with its cache settings, against the same without them (simulated):");
        GainTable.Write(context, forecast.Cache.Ungoverned, cache, "without", isWhole: false);
        var queries = cache.Run.Queries.Zip(forecast.Cache.Ungoverned.Queries, cache.Gains);
        var losses = queries.Where(each => IsLoss(each.Third)).ToList();
        foreach (var (with, without, _) in losses)
            context.Output.WriteLine(WhyByCache(with, without, forecast));
        if (losses.Exists(each => LosesHits(each.First, each.Second)))
            context.Output.WriteLine(ManyCaches);
    }

    /// <summary>Who loses by what is not the cache.</summary>
    public static void WriteOtherLosses(CliContext context, DemoForecast forecast)
    {
        var (whole, cache) = (forecast.Whole.Comparison.Policies[0], forecast.Cache.Policies[0]);
        for (var index = 0; index < whole.Gains.Length; index++)
        {
            if (IsLoss(whole.Gains[index]) && !IsLoss(cache.Gains[index]))
                context.Output.WriteLine(WhyOtherwise(whole.Run.Queries[index], forecast.Whole.Programs[0]));
        }
    }

    private static bool IsLoss(QueryGain gain) => gain.Gain < -PolicyOutcome.Noticeable;

    private static bool LosesHits(QueryOutcome with, QueryOutcome without) =>
        with.HitRatio < without.HitRatio - PolicyOutcome.Noticeable;

    private static string WhyByCache(QueryOutcome query, QueryOutcome without, DemoForecast forecast)
    {
        var ways = forecast
            .Cache.Policies[0]
            .Run.Maps.SelectMany(map => map.Pools)
            .Where(pool => pool.Pool == query.Pool)
            .Select(pool => BitOperations.PopCount(pool.Masks[0]))
            .DefaultIfEmpty(forecast.Whole.Target.LlcWays)
            .Min();
        return LosesHits(query, without)
            ? Invariant(
                $"{query.Name} loses by it: its hits fall, for pool {query.Pool} fills {ways} of {forecast.Whole.Target.LlcWays} ways."
            )
            : $"{query.Name} loses by it: it waits longer for memory, which others ask for what they no longer keep.";
    }

    private static string WhyOtherwise(QueryOutcome query, PolicyProgram program)
    {
        var pool = program.Pools.FirstOrDefault(each => each.Pool.Name == query.Pool);
        var others = (pool?.Settings ?? []).Where(each => each.Name != "cache").ToList();
        return others.Count > 0
            ? $"{query.Name} loses, not by its cache: pool {query.Pool} has {string.Join(", ", others.Select(each => each.Requested))}."
            : $"{query.Name} loses, not by its cache: other pools have more weight, or cores of their own.";
    }
}

/// <summary>What a policy would bring to a mix on another machine.</summary>
/// <param name="Whole">Against ungoverned.</param>
/// <param name="Cache">Against the same policy without its cache allocation.</param>
internal sealed record DemoForecast(SimulateReport Whole, Comparison Cache)
{
    private const int Samples = 4;

    /// <summary>The bundled policy's; null where policy or mix do not fit the target, or this build has none.</summary>
    public static DemoForecast? Of(TargetProfile target, CancellationToken cancellationToken)
    {
        var bundle = DemoBundle.Of(DemoBundle.PostgreSql);
        return
            bundle.ReadPolicy() is { } text && DemoBundle.ReadMix() is { } json && MixReader.Read(json).Mix is { } mix
            ? Of(text, bundle.PolicyName, mix, target, cancellationToken)
            : null;
    }

    /// <summary>A policy's; null where policy or mix do not fit the target.</summary>
    internal static DemoForecast? Of(
        string text,
        string path,
        Mix mix,
        TargetProfile target,
        CancellationToken cancellationToken
    )
    {
        if (PolicyReader.Check(text, path, target).Policy is not { } policy || MixFit.Problem(mix, target) is not null)
            return null;
        var program = PolicyProgram.Compile(policy, target);
        var (whole, cache) = Simulator.CompareCache(mix, target, program, Samples, cancellationToken);
        return new DemoForecast(new SimulateReport(target, mix, [program], Samples, whole), cache);
    }
}
