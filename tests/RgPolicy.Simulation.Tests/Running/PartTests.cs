using RgPolicy.Simulation.Outcomes;
using static RgPolicy.Simulation.Tests.Running.Plays;

namespace RgPolicy.Simulation.Tests.Running;

/// <summary>Two queries of one pool under the dynamic split; docs/internals/decisions/0025-parts-of-pools.md has the
/// figures.</summary>
public sealed class PartTests
{
    private const string OnePool = """
        language 1
        pool rest { cache 100% }
        pool work { cache 100%, at least 2 ways }
        class work -> work when plan.shape in (aggregation, join, scan)
        default -> rest
        cache strategy dynamic
        """;

    private const string StrongAndWeak = """
        { "seconds": 120, "queries": [
          { "name": "strong", "dop": 2, "domain": 0,
            "phases": [ { "shape": "aggregation", "cpu_seconds": 40,
              "structures": [ { "bytes": "9 MiB", "accesses": 1e9 } ] } ] },
          { "name": "weak", "dop": 8, "domain": 0,
            "phases": [ { "shape": "join", "cpu_seconds": 80,
              "structures": [ { "bytes": "600 MiB", "accesses": 4e9 } ] } ] } ] }
        """;

    private const string AggregationAndScan = """
        { "seconds": 120, "queries": [
          { "name": "aggregation", "dop": 4, "domain": 0,
            "phases": [ { "shape": "aggregation", "cpu_seconds": 60,
              "structures": [ { "bytes": "20 MiB", "accesses": 2e9 } ] } ] },
          { "name": "scan", "dop": 8, "domain": 0,
            "phases": [ { "shape": "scan", "cpu_seconds": 80, "streamed": "900 GiB" } ] } ] }
        """;

    private const string TwoAlike = """
        { "seconds": 120, "queries": [
          { "name": "smaller", "dop": 5, "domain": 0,
            "phases": [ { "shape": "aggregation", "cpu_seconds": 60,
              "structures": [ { "bytes": "13 MiB", "accesses": 2e9 } ] } ] },
          { "name": "larger", "dop": 5, "domain": 0,
            "phases": [ { "shape": "aggregation", "cpu_seconds": 60,
              "structures": [ { "bytes": "26 MiB", "accesses": 2e9 } ] } ] } ] }
        """;

    [Theory]
    [InlineData(StrongAndWeak, "generic", 0.08)]
    [InlineData(StrongAndWeak, "broadwell_2s", 0.04)]
    [InlineData(AggregationAndScan, "generic", 0.3)]
    [InlineData(AggregationAndScan, "broadwell_2s", 0.3)]
    public void Play_WhoKeepsLittleBesideWhoTakesMuch_GainsAndTheOtherLosesNothing(
        string mix,
        string target,
        double least
    )
    {
        var gains = Play(mix, target);

        Assert.True(gains[0].Gain > least, $"{gains[0]}");
        Assert.True(gains[1].Gain > -PolicyOutcome.Noticeable, $"{gains[1]}");
    }

    [Theory]
    [InlineData("generic")]
    [InlineData("broadwell_2s")]
    public void Play_TwoAlike_AreLeftAsTheyAre(string target) =>
        Assert.All(Play(TwoAlike, target), gain => Assert.InRange(gain.Gain ?? 1, -0.002, 0.002));

    private static QueryGain[] Play(string text, string name) =>
        [.. Assert.Single(Compare(text, Target(name), 0, Read(OnePool, Target(name))).Policies).Gains];
}
