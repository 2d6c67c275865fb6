using RgPolicy.Simulation.Outcomes;
using static RgPolicy.Simulation.Tests.Running.Plays;

namespace RgPolicy.Simulation.Tests.Running;

public sealed class ResponseTests
{
    private const string Narrow = """
        language 1 pool low { cache 10% } pool all { cache 100% }
        class e -> low when session.login = 'e' default -> all
        """;

    [Theory]
    [InlineData(60)]
    [InlineData(0)]
    public void Compare_SmallerCacheWithAndWithoutPause_LosesTheSame(int thinkSeconds)
    {
        var mix = string.Create(
            CultureInfo.InvariantCulture,
            $$"""
            { "seconds": 600, "poll_seconds": 0.01, "queries": [ { "name": "shop", "session": { "login": "e" },
              "domain": 0, "think_seconds": {{thinkSeconds}}, "phases": [ { "cpu_seconds": 0.005,
              "structures": [ { "bytes": "50 MiB", "accesses": 2e7 } ] } ] } ] }
            """
        );

        var gain = Assert.Single(Compare(mix, Narrow).Gains);

        Assert.InRange(gain.Gain ?? 1, -0.75, -0.5);
        Assert.InRange(gain.Throughput ?? 1, thinkSeconds > 0 ? -0.02 : -0.75, thinkSeconds > 0 ? 0.001 : -0.5);
    }

    [Fact]
    public void Compare_LoopsWithoutPause_GainWhatTheyDoMore()
    {
        const string Mix = """
            { "seconds": 7, "queries": [
              { "name": "e", "clients": 3, "dop": 4, "session": { "login": "e" }, "phases": [ { "cpu_seconds": 1,
                "structures": [ { "bytes": "50 MiB", "accesses": 2e8 } ] }, { "cpu_seconds": 1 } ] },
              { "name": "scan", "dop": 4, "phases": [ { "cpu_seconds": 1, "streamed": "20 GiB" } ] } ] }
            """;

        Assert.All(Compare(Mix, Narrow).Gains, gain => Assert.Equal(gain.Throughput ?? 1, gain.Gain ?? 2, 6));
    }

    // The first executions end before the others come, so the mean of those that ended is better than ungoverned.
    [Fact]
    public void Compare_ArrivalsThatStarve_AreSlower()
    {
        const string Starve = """
            language 1 pool low { cpu weight 1 } pool hog { cpu weight 10000 }
            class e -> low when session.login = 'e' class h -> hog when session.login = 'h' default -> hog
            """;
        const string Mix = """
            { "seconds": 60, "queries": [
              { "name": "e", "session": { "login": "e" }, "domain": 0, "dop": 8, "every_seconds": 3,
                "phases": [ { "shape": "join", "cpu_seconds": 8 } ] },
              { "name": "h", "session": { "login": "h" }, "domain": 0, "dop": 44, "clients": 16, "begins_seconds": 9.5,
                "phases": [ { "shape": "aggregation", "cpu_seconds": 44 } ] } ] }
            """;

        var outcome = Compare(Mix, Starve);

        Assert.InRange(outcome.Gains[0].Gain ?? 1, -1, -0.2);
        Assert.True(outcome.Run.Queries[0].Unfinished > 10, $"{outcome.Run.Queries[0]}");
    }

    [Fact]
    public void Play_WhatWaitsAtTheGate_HasComeAndCounts()
    {
        var run = Play(
            """
            { "seconds": 10, "slots": 1, "queries": [
              { "name": "long", "executions": 1, "phases": [ { "cpu_seconds": 100 } ] },
              { "name": "late", "begins_seconds": 4, "phases": [ { "cpu_seconds": 1 } ] } ] }
            """
        );

        Assert.Equal((1, (double?)null), (run.Queries[1].Unfinished, run.Queries[1].ResponseSeconds));
        Assert.Equal(100, run.Queries[0].ResponseSeconds ?? 0, 3);
    }

    [Fact]
    public void Of_OnlyTheGovernedRunNeverBeginsIt_IsTheWorstGain()
    {
        const string Mix = """
            { "seconds": 10, "queries": [ { "name": "q", "phases": [ { "cpu_seconds": 1 } ] } ] }
            """;
        var free = Play(Mix);
        var never = free with { Queries = [free.Queries[0] with { ResponseSeconds = null, Unfinished = 1 }] };

        Assert.Equal(-1, PolicyOutcome.Of(free, never, []).Gains[0].Gain);
        Assert.Equal("q", Assert.Single(PolicyOutcome.Of(never, free, []).Unknown).Name);
    }

    [Fact]
    public void Play_ArrivalsWithoutABackend_WaitAsLongAsTheRunLasts()
    {
        var run = Play(
            """
            { "seconds": 3, "queries": [
              { "name": "q", "every_seconds": 0.001, "phases": [ { "cpu_seconds": 1000 } ] } ] }
            """
        );

        Assert.InRange(run.Lost, 990, 1010);
        Assert.InRange(run.Queries[0].Unfinished, 2990, 3010);
        Assert.Equal(4.5e3, (run.Queries[0].ResponseSeconds ?? 0) * run.Queries[0].Executions, 50.0);
    }

    private static PolicyOutcome Compare(string mix, string policy) =>
        Assert.Single(Plays.Compare(mix, Read(policy)).Policies);
}
