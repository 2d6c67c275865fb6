using static RgPolicy.Simulation.Tests.Running.Plays;

namespace RgPolicy.Simulation.Tests.Running;

public sealed class PlacementTests
{
    private const string EightClients = """
        { "seconds": 30, "queries": [
          { "name": "q", "session": { "login": "a" }, "clients": 8,
            "phases": [ { "shape": "aggregation", "cpu_seconds": 1 } ] } ] }
        """;

    // Cores 0 to 21 are the first socket's: the pool has few of the second's at first, and at last as many.
    [Fact]
    public void Compare_MoreAndMoreCores_IsNeverSlower()
    {
        var before = double.NegativeInfinity;
        for (var last = 18; last < 44; last++)
        {
            var gain = Gain(EightClients, string.Create(CultureInfo.InvariantCulture, $"cores 18..{last}"));

            Assert.True(gain > before - 0.001, $"18..{last}: {gain} after {before}");
            before = gain;
        }

        Assert.Equal(0, before, 0.001);
    }

    [Fact]
    public void Compare_HalfOfTheCoresForAsManyClients_ChangesNothing() =>
        Assert.Equal(0, Gain(EightClients, "cores 50%"), 0.001);

    // A pool that leaves the CPU alone is no group of the scheduler: its threads share with all others, thread by
    // thread.
    [Theory]
    [InlineData("cache 20%")]
    [InlineData("cache 95%")]
    [InlineData("cores 0..86")]
    public void Compare_PoolWithoutAWeightOnCrowdedCpus_ChangesNothing(string settings)
    {
        const string Crowded = """
            { "seconds": 20, "queries": [
              { "name": "a", "domain": 0, "dop": 44, "session": { "login": "a" }, "phases": [ { "cpu_seconds": 22 } ] },
              { "name": "b", "domain": 0, "dop": 44, "clients": 3, "phases": [ { "cpu_seconds": 22 } ] } ] }
            """;

        Assert.Equal(0, Gain(Crowded, settings), 0.005);
    }

    // Five that need more than one cache each begin where short ones fill all; when these have ended they spread.
    [Theory]
    [InlineData(8)]
    [InlineData(9)]
    [InlineData(16)]
    public void Play_OthersEndBesideWideOnes_TheseSpread(int dop)
    {
        var mix = string.Create(
            CultureInfo.InvariantCulture,
            $$"""
            { "seconds": 60, "queries": [
              { "name": "short", "dop": 8, "clients": 40, "executions": 40, "phases": [ { "cpu_seconds": 8 } ] },
              { "name": "wide", "dop": {{dop}}, "clients": 4, "executions": 4, "begins_seconds": 0.01,
                "phases": [ { "cpu_seconds": {{dop * 10}} } ] } ] }
            """
        );

        var run = Play(mix, Target("epyc_many_ccx"));

        var shorts = run.Queries[0].LastEnd;
        Assert.InRange(run.Queries[1].LastEnd, 10, shorts + 10.5);
    }

    // Whoever runs a part of the time slows others by that part, at whatever rhythm.
    [Fact]
    public void Play_ShortOnesOfAnyRhythm_SlowTheSame()
    {
        double[] seconds = [Seconds(0.005), Seconds(0.019), Seconds(0.02), Seconds(0.025), Seconds(0.1)];

        Assert.All(seconds, each => Assert.Equal(1, each / seconds[0], 0.01));

        static double Seconds(double every)
        {
            var mix = string.Create(
                CultureInfo.InvariantCulture,
                $$"""
                { "seconds": 30, "queries": [
                  { "name": "x", "domain": 0, "dop": 44, "phases": [ { "cpu_seconds": 2.2 } ] },
                  { "name": "y", "domain": 0, "dop": 44, "every_seconds": {{every}}, "phases": [ { "cpu_seconds": {{every
                    * 5}} } ] }
                ] }
                """
            );
            return Play(mix).Queries[0].ResponseSeconds ?? 0;
        }
    }

    // Six on each socket; those of the first end, and then its cores are not left idle.
    [Fact]
    public void Play_OneSocketBecomesIdle_OthersMoveThere()
    {
        const string Mix = """
            { "seconds": 60, "queries": [
              { "name": "short", "domain": 0, "dop": 22, "executions": 1, "phases": [ { "cpu_seconds": 22 } ] },
              { "name": "long", "dop": 11, "clients": 4, "executions": 4, "phases": [ { "cpu_seconds": 110 } ] } ] }
            """;

        var seconds = Play(Mix).Queries[1].ResponseSeconds ?? 0;

        Assert.InRange(seconds, 9.5, 14);
    }

    private static double Gain(string mix, string cores)
    {
        var policy = $$"""
            language 1
            pool few { {{cores}} }
            pool all { cache 100% }
            class few -> few when session.login = 'a'
            default -> all
            """;
        return Assert.Single(Compare(mix, Read(policy)).Policies).Gains[0].Gain ?? double.NaN;
    }
}
