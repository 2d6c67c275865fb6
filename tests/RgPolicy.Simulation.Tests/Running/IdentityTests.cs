using RgPolicy.Simulation.Outcomes;
using static RgPolicy.Simulation.Tests.Running.Plays;

namespace RgPolicy.Simulation.Tests.Running;

/// <summary>A policy that gives everybody everything changes nothing, whatever the mix.</summary>
public sealed class IdentityTests
{
    private const string OnePool = "language 1 pool all { cache 100% } default -> all";

    private const string TwoPools = """
        language 1
        pool one { cache 100% }
        pool two { cache 100% }
        class a -> one when session.login = 'a'
        default -> two
        """;

    [Theory]
    [InlineData("broadwell_2s", 1)]
    [InlineData("sapphire_rapids_snc4", 3)]
    [InlineData("epyc_many_ccx", 4)]
    public void Compare_DrawnMixes_ChangesNothing(string target, int seed)
    {
        var random = new Random(seed);
        foreach (var kind in Enum.GetValues<DrawnMixKind>())
        {
            var mix = DrawnMix.Of(kind, queries: 1 + random.Next(16), random);
            var policies = new[] { Read(OnePool, Target(target)), Read(TwoPools, Target(target)) };

            var outcomes = Compare(mix, Target(target), 0, policies).Policies;

            foreach (var gain in outcomes.SelectMany(outcome => outcome.Gains))
                Assert.True(gain.Gain is null or (> -0.02 and < 0.02), $"{kind}: {gain}");
            Assert.All(outcomes, outcome => Assert.Empty(outcome.Worse));
        }
    }

    // What changes within a moment of the last solution is made up for, although nothing else happens.
    [Fact]
    public void Play_LastEventSoonAfterAnother_IsSeen()
    {
        var ends = Sharing("").Queries[1].ResponseSeconds ?? 0;
        var another = string.Create(
            CultureInfo.InvariantCulture,
            $$"""
            , { "name": "c", "domain": 1, "begins_seconds": {{ends - 0.01}}, "executions": 1,
                "phases": [ { "cpu_seconds": 100 } ] }
            """
        );

        Assert.Equal(Response(Sharing("")), Response(Sharing(another)), 0.02);

        static double Response(RunOutcome run) => run.Queries[0].ResponseSeconds ?? 0;
    }

    // Two that share 44 CPUs evenly, until one has ended: then the other has them alone.
    [Fact]
    public void Play_OneEnds_TheOtherIsTwiceAsFastFromThen()
    {
        var run = Sharing(
            """
            , { "name": "alone", "domain": 1, "dop": 44, "executions": 1, "phases": [ { "cpu_seconds": 440 } ] }
            """
        );

        var alone = run.Queries[2].ResponseSeconds ?? 0;
        Assert.Equal(1.5, (run.Queries[0].ResponseSeconds ?? 0) / alone, 0.01);
        Assert.Equal(1.0, (run.Queries[1].ResponseSeconds ?? 0) / alone, 0.01);
    }

    private static RunOutcome Sharing(string another) =>
        Play(
            $$"""
            { "seconds": 60, "poll_seconds": 3600, "queries": [
              { "name": "a", "domain": 0, "dop": 44, "executions": 1, "phases": [ { "cpu_seconds": 440 } ] },
              { "name": "b", "domain": 0, "dop": 44, "executions": 1, "phases": [ { "cpu_seconds": 220 } ] }
              {{another}} ] }
            """
        );

    [Theory]
    [InlineData(60, 0.05, 16)]
    [InlineData(100, 0.05, 2)]
    [InlineData(200, 0.01, 2)]
    public void Compare_ManyThatBeginOneAfterAnother_ChangesNothing(int queries, double gap, int structures)
    {
        var mix = Json(queries, gap, structures);

        var outcome = Assert.Single(Compare(mix, Read(OnePool)).Policies);

        Assert.All(outcome.Gains, gain => Assert.InRange(gain.Gain ?? 1, -0.02, 0.02));
        Assert.All(outcome.Run.Queries, query => Assert.NotInRange(query.HitRatio ?? 0, 0.45, 0.55));

        static string Json(int queries, double gap, int structures) =>
            System.Text.Json.JsonSerializer.Serialize(
                new
                {
                    seconds = 30,
                    queries = Enumerable
                        .Range(0, queries)
                        .Select(index => new
                        {
                            name = $"q{index}",
                            shape = "join",
                            begins_seconds = index * gap,
                            executions = 1,
                            phases = new[]
                            {
                                new
                                {
                                    shape = "join",
                                    cpu_seconds = 1000 + index,
                                    structures = Enumerable
                                        .Range(0, structures)
                                        .Select(number => new
                                        {
                                            bytes = $"{64 + (16 * number)} MiB",
                                            accesses = 1e11 + (index * 1e5),
                                            skew = 0.5,
                                        }),
                                },
                            },
                        }),
                }
            );
    }

    [Fact]
    public void Compare_ScanBesideAggregation_ChangesNothing()
    {
        var outcome = Assert.Single(Compare(SimulatorTests.ScanAndAggregation, Read(OnePool)).Policies);

        Assert.All(outcome.Gains, gain => Assert.Equal(0, gain.Gain ?? 1, 6));
        Assert.Empty(outcome.Worse);
    }
}
