using System.Globalization;
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
