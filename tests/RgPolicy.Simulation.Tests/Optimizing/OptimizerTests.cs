using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Optimizing;
using RgPolicy.Simulation.Outcomes;
using RgPolicy.Simulation.Running;

namespace RgPolicy.Simulation.Tests.Optimizing;

public sealed class OptimizerTests
{
    private const string ScanAndAggregation = """
        { "seconds": 5, "queries": [
          { "name": "scan", "dop": 11, "domain": 0,
            "phases": [ { "shape": "scan", "cpu_seconds": 4, "streamed": "60 GiB" } ] },
          { "name": "aggregation", "dop": 11, "domain": 0,
            "phases": [ { "shape": "aggregation", "cpu_seconds": 4, "streamed": "1 GiB",
              "structures": [ { "bytes": "40 MiB", "accesses": 1e9 } ] } ] } ] }
        """;

    private static readonly OptimizeGoal Mean = new(OptimizeGoalKind.Mean, null, 0.01);

    private static readonly TargetProfile Broadwell = BuiltInProfiles.Find("broadwell_2s") ?? TargetProfile.Generic;

    [Fact]
    public void Search_ScanBesideAggregation_IsAtLeastAsGoodAsThePaperAndEveryPairOfShares()
    {
        var mix = MixOf(ScanAndAggregation);
        var found = Search(mix, FirstOf(mix), 300);

        var paper = Mean.Of(
            Gains(mix, File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "policies", "noll2018.rgp")))
        );
        var pairs = new[] { 10, 40, 100 }.SelectMany(scan =>
            new[] { 10, 40, 100 }.Select(aggregation => Mean.Of(Gains(mix, Shares(scan, aggregation))))
        );
        Assert.True(found.IsDone && found.IsAllowed, $"{found}");
        Assert.True(found.Goal > found.Before + 0.05, $"{found}");
        Assert.InRange(found.Goal, paper - 0.003, found.Bound + 0.001);
        Assert.True(found.Goal > pairs.Max() - 0.003, $"{found}");
        Assert.Equal(found.Goal, Mean.Of(Gains(mix, found.Text)), 6);
    }

    [Fact]
    public void Search_FewPlays_EndsAndSaysSo()
    {
        var mix = MixOf(ScanAndAggregation);

        var found = Search(mix, FirstOf(mix), 3);

        Assert.Equal((3, false), (found.Plays, found.IsDone));
    }

    [Fact]
    public void Search_PolicyOfOnesOwn_KeepsWhatIsWritten()
    {
        var mix = MixOf(ScanAndAggregation);
        var first = Read(
            "language 1 // mine\npool all { } pool scans { cache\n 80% }\n"
                + "class s -> scans when plan.shape = scan default -> all // end\n"
        );

        var found = Search(mix, first, 300);

        Assert.StartsWith("language 1 // mine\npool all {", found.Text, StringComparison.Ordinal);
        Assert.Contains("pool scans { cache 10%", found.Text, StringComparison.Ordinal);
        Assert.EndsWith("default -> all // end\n", found.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void FirstText_EveryShape_IsAPolicyWithoutErrors()
    {
        foreach (var shape in Enum.GetValues<Plans.PlanShape>())
        {
            var mix = new Mix
            {
                Queries = [new MixQuery { Name = "q", Phases = [new MixPhase { Shape = shape, CpuSeconds = 1 }] }],
            };

            Assert.Contains("class ", Optimizer.FirstText(mix, Broadwell), StringComparison.Ordinal);
            Assert.NotNull(FirstOf(mix));
        }
    }

    private static string Shares(int scan, int aggregation) =>
        FormattableString.Invariant($"language 1 pool rest {{ cpu weight 200 }} pool s {{ cache {scan}% }} ")
        + FormattableString.Invariant($"pool a {{ cache {aggregation}% }} class s -> s when plan.shape = scan ")
        + "class a -> a when plan.shape = aggregation default -> rest";

    private static Mix MixOf(string json) => MixReader.Read(json).Mix ?? throw new InvalidOperationException(json);

    private static Policy FirstOf(Mix mix) => Read(Optimizer.FirstText(mix, Broadwell));

    private static Policy Read(string text)
    {
        var check = PolicyReader.Check(text, "first.rgp", Broadwell);
        return check.Policy ?? throw new InvalidOperationException($"{check.Diagnostics[0]}");
    }

    private static OptimizeOutcome Search(Mix mix, Policy first, int plays) =>
        Optimizer.Search(first, Broadwell, mix, Mean, plays, null, CancellationToken.None)
        ?? throw new InvalidOperationException("nothing was played");

    private static ImmutableArray<QueryGain> Gains(Mix mix, string policy) =>
        Simulator
            .Compare(mix, Broadwell, [PolicyProgram.Compile(Read(policy), Broadwell)], 0, null, CancellationToken.None)
            .Policies[0]
            .Gains;
}
