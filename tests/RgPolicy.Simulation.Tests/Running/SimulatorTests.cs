using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Outcomes;
using RgPolicy.Simulation.Running;
using static RgPolicy.Simulation.Tests.Running.Plays;

namespace RgPolicy.Simulation.Tests.Running;

public sealed class SimulatorTests
{
    internal const string ScanAndAggregation = """
        { "seconds": 20, "queries": [
          { "name": "scan", "dop": 11, "domain": 0,
            "phases": [ { "shape": "scan", "cpu_seconds": 4, "streamed": "60 GiB" } ] },
          { "name": "aggregation", "dop": 11, "domain": 0,
            "phases": [ { "shape": "aggregation", "cpu_seconds": 4, "streamed": "1 GiB",
              "structures": [ { "bytes": "40 MiB", "accesses": 1e9 } ] } ] } ] }
        """;

    [Fact]
    public void Compare_ScanBesideAggregation_ThePolicyOfThePaperHelps()
    {
        var comparison = Compare(ScanAndAggregation, Policy("noll2018"));
        var (outcome, free) = (Assert.Single(comparison.Policies), comparison.Ungoverned);

        Assert.Equal(("polluter", "polluting"), (outcome.Run.Queries[0].Class, outcome.Run.Queries[0].Pool));
        Assert.Equal("sensitive", outcome.Run.Queries[1].Class);
        Assert.True(outcome.Gains[1].Gain > 0.05, $"{outcome.Gains[1]}");
        Assert.True(outcome.Gains[0].Gain > -PolicyOutcome.Noticeable, $"{outcome.Gains[0]}");
        Assert.True(outcome.Run.Queries[1].HitRatio > free.Queries[1].HitRatio + 0.1);
    }

    [Theory]
    [InlineData("broadwell_2s")]
    [InlineData("sapphire_rapids_snc4")]
    public void Compare_ReportsBesideTransactionsUnderHtap_SlowsNoneByMoreThanChance(string profile)
    {
        var target = Target(profile);
        var mix = File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "mixes", "reporting.json"));

        var outcome = Assert.Single(Compare(mix, target, 0, Policy("htap", target)).Policies);

        Assert.All(outcome.Gains, gain => Assert.InRange(gain.Chance ?? 1, 0, 0.15));
        Assert.Empty(outcome.Worse);
    }

    [Fact]
    public void Compare_TwoPoolsOnTheSameHalf_ShareIt()
    {
        const string Mix = """
            { "seconds": 20, "queries": [
              { "name": "a", "dop": 8, "session": { "login": "a" }, "phases": [ { "cpu_seconds": 8 } ] },
              { "name": "b", "dop": 8, "session": { "login": "b" }, "phases": [ { "cpu_seconds": 8 } ] } ] }
            """;
        const string Half = """
            language 1
            pool all { cache 100% }
            pool one { cores 50% }
            pool two { cores 50% }
            class a -> one when session.login = 'a'
            class b -> two when session.login = 'b'
            default -> all
            """;
        var outcome = Assert.Single(Compare(Mix, TargetProfile.Generic, 0, Read(Half, TargetProfile.Generic)).Policies);

        Assert.All(outcome.Gains, gain => Assert.InRange(gain.Gain ?? 0, -0.55, -0.45));
    }

    [Fact]
    public void Compare_BoundToADomainThatItsPoolHasNot_RunsWhereThePoolRuns()
    {
        const string Mix = """
            { "seconds": 20, "queries": [
              { "name": "bound", "dop": 22, "domain": 1, "session": { "login": "a" }, "phases": [ { "cpu_seconds": 22 } ] },
              { "name": "there", "dop": 44, "domain": 0, "session": { "login": "a" }, "phases": [ { "cpu_seconds": 44 } ] } ] }
            """;
        const string Socket = """
            language 1
            pool all { cache 100% }
            pool one { cores socket 0 }
            class a -> one when session.login = 'a'
            default -> all
            """;

        var outcome = Assert.Single(Compare(Mix, Broadwell, 0, Read(Socket)).Policies);

        Assert.InRange(outcome.Gains[0].Gain ?? 0, -0.7, -0.3);
    }

    [Fact]
    public void Play_ThreadsOfMoreCoresThanADomainHas_LeaveHyperThreadsIdle()
    {
        Assert.Equal(Seconds(44), Seconds(45), 0.05);

        static double Seconds(int dop)
        {
            var mix = $$"""
                { "seconds": 20, "queries": [
                  { "name": "a", "dop": {{dop}}, "phases": [ { "cpu_seconds": {{dop}} } ] } ] }
                """;
            return Compare(mix, Broadwell, 0).Ungoverned.Queries[0].MeanSeconds ?? 0;
        }
    }

    [Fact]
    public void Play_ClientsOfASharedStructure_ReadItAsThreadsOfOneDo()
    {
        var (clients, threads) = (HitRatio(16, 1, "true"), HitRatio(1, 16, "false"));

        Assert.Equal(threads, clients, 0.02);
        Assert.InRange(HitRatio(16, 1, "false"), 0, clients - 0.2);

        static double HitRatio(int clients, int dop, string shared)
        {
            var mix = $$"""
                { "seconds": 20, "queries": [ { "name": "a", "clients": {{clients}}, "dop": {{dop}}, "domain": 0, "phases": [
                  { "cpu_seconds": {{dop}}, "structures": [
                    { "bytes": "40 MiB", "accesses": {{dop}}e8, "shared": {{shared}} } ] } ] } ] }
                """;
            return Compare(mix, Broadwell, 0).Ungoverned.Queries[0].HitRatio ?? 0;
        }
    }

    [Fact]
    public void Compare_QueryAsLongAsTheTimeBetweenPolls_IsSeen()
    {
        const string Mix = """
            { "seconds": 20, "queries": [ { "name": "a", "session": { "login": "a" }, "phases": [ { "cpu_seconds": 0.1 } ] } ] }
            """;
        const string Policy = """
            language 1
            pool all { cache 100% }
            pool one { cpu weight 10 }
            class a -> one when session.login = 'a'
            default -> all
            """;

        Assert.Equal("one", Assert.Single(Compare(Mix, Broadwell, 0, Read(Policy)).Policies).Run.Queries[0].Pool);
    }

    [Fact]
    public void Compare_SensitiveQueryInAPocket_IsWorse()
    {
        var outcome = Assert.Single(
            Compare(
                ScanAndAggregation,
                Read(
                    "language 1 pool all { cache 100% } pool few { cache 10% }"
                        + " class a -> few when plan.shape = aggregation default -> all"
                )
            ).Policies
        );

        Assert.Contains(outcome.Worse, each => each.Name == "aggregation");
    }

    [Fact]
    public void Compare_Twice_IsTheSame()
    {
        var (first, second) = (
            Compare(ScanAndAggregation, Policy("noll2018")),
            Compare(ScanAndAggregation, Policy("noll2018"))
        );

        Assert.Equal(first.Policies[0].Gains.ToArray(), second.Policies[0].Gains.ToArray());
        Assert.Equal(first.Ungoverned.Events, second.Ungoverned.Events);
    }

    [Fact]
    public void Compare_DynamicStrategy_SplitsWhileBothRun()
    {
        const string Mix = """
            { "seconds": 20, "queries": [
              { "name": "small", "dop": 4, "domain": 0,
                "phases": [ { "shape": "aggregation", "cpu_seconds": 1, "streamed": "8 GiB",
                  "structures": [ { "bytes": "20 MiB", "accesses": 1e8 } ] } ] },
              { "name": "scan", "dop": 4, "domain": 0, "begins_seconds": 8,
                "phases": [ { "shape": "scan", "cpu_seconds": 1, "streamed": "20 GiB" } ] } ] }
            """;

        var run = Assert.Single(Compare(Mix, Policy("zeng2021")).Policies).Run;

        Assert.Contains(run.Maps, map => map.Seconds is > 8 and < 11);
    }

    [Theory]
    [InlineData("phases", "reading")]
    [InlineData("statement", "default")]
    public void Compare_MixWithPhases_IsClassedByThePhaseWhereTheGovernorSeesIt(string sees, string expected)
    {
        const string Text = """
            language 1
            pool all       { cache 100% cpu weight 1000 }
            pool polluters { cache 10%, at least 2 ways cpu weight 100 }
            class reading -> polluters when plan.phase = scan
            class sorting -> all       when plan.phase = sort
            default       -> all
            """;
        var mix = $$"""
            { "seconds": 20, "sees": "{{sees}}", "queries": [
              { "name": "build", "dop": 4, "domain": 0, "phases": [
                { "shape": "scan", "cpu_seconds": 4, "streamed": "8 GiB" },
                { "shape": "sort", "cpu_seconds": 1,
                  "structures": [ { "bytes": "20 MiB", "accesses": 1e8 } ] } ] } ] }
            """;

        var run = Assert.Single(Compare(mix, Read(Text)).Policies).Run;

        Assert.Equal(expected, Assert.Single(run.Queries).Class);
    }

    [Theory]
    [InlineData("\"domain\": 2", "is bound to last-level cache 2, and broadwell_2s has 2")]
    [InlineData("\"dop\": 89", "has 89 threads, and there are 88 logical CPUs")]
    [InlineData("\"domain\": 0, \"dop\": 45", "has 45 threads, and there are 44 logical CPUs")]
    public void Problem_MixThatDoesNotFit_SaysWhy(string member, string expected)
    {
        var mix = MixReader
            .Read("{ \"queries\": [ { \"name\": \"q\", " + member + ", \"phases\": [ { \"cpu_seconds\": 1 } ] } ] }")
            .Mix;

        Assert.NotNull(mix);
        Assert.Contains(expected, MixFit.Problem(mix, Broadwell) ?? "", StringComparison.Ordinal);
    }

    [Fact]
    public void Compare_MoreArrivalsThanTheMachineCanDo_EndsAndSaysSo()
    {
        const string Mix = """
            { "seconds": 86400, "poll_seconds": 3600, "queries": [
              { "name": "q", "every_seconds": 0.0001, "phases": [ { "cpu_seconds": 1e6 } ] } ] }
            """;

        var mix = MixReader.Read(Mix).Mix ?? new Mix();
        var run = SimulationRun.Play(mix, Broadwell, null, null, mostWork: 200_000, CancellationToken.None);

        Assert.True(run.IsCut);
        Assert.InRange(run.Seconds, 0.01, 86400);
        Assert.Null(PolicyOutcome.Of(run, run, []).Gains[0].Gain);
    }

    [Fact]
    public void Compare_Samples_GiveIntervalsAroundTheGain()
    {
        var gain = Compare(ScanAndAggregation, samples: 4, Policy("noll2018")).Policies[0].Gains[1];

        Assert.True(gain.Low <= gain.Gain && gain.Gain <= gain.High && gain.Low < gain.High, $"{gain}");
    }

    [Fact]
    public void Compare_NoSamples_GivesNoIntervals()
    {
        var gain = Compare(ScanAndAggregation, Policy("noll2018")).Policies[0].Gains[1];

        Assert.Equal((null, null), (gain.Low, gain.High));
        Assert.NotNull(gain.Gain);
    }
}
