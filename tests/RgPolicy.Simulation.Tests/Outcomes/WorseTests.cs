using RgPolicy.Simulation.Outcomes;
using static RgPolicy.Simulation.Tests.Running.Plays;

namespace RgPolicy.Simulation.Tests.Outcomes;

public sealed class WorseTests
{
    private static readonly RunOutcome Run = Play(
        """{ "seconds": 1, "queries": [ { "name": "q", "phases": [ { "cpu_seconds": 0.1 } ] } ] }"""
    );

    // Plays that take up to half as long again by chance: a loss to two thirds of the speed is none yet.
    [Theory]
    [InlineData(-0.009, null, false)]
    [InlineData(-0.011, null, true)]
    [InlineData(-0.33, 0.5, false)]
    [InlineData(-0.34, 0.5, true)]
    [InlineData(-0.9, 1.0, true)]
    [InlineData(-0.9, 10.0, false)]
    public void Worse_LossAndChance_IsWhatExceedsChance(double gain, double? chance, bool isWorse)
    {
        var outcome = new PolicyOutcome(Run, [new QueryGain("q", gain, null, null, null) { Chance = chance }]);

        Assert.Equal(isWorse, outcome.Worse.Any());
    }
}
