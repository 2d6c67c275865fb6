using RgPolicy.Language.Targets;
using static RgPolicy.Simulation.Tests.Running.Plays;

namespace RgPolicy.Simulation.Tests.Running;

/// <summary>Slots of a pool in a play.</summary>
public sealed class SlotTests
{
    private static readonly TargetProfile TwoCores = TargetProfile.Generic with { DbmsKind = "postgresql", Cores = 2 };

    private const string SixJoins = """
        { "seconds": 60, "queries": [
          { "name": "join", "session": { "login": "report" }, "clients": 6, "executions": 6,
            "phases": [ { "shape": "join", "cpu_seconds": 4 } ] } ] }
        """;

    [Fact]
    public void Compare_SixJoinsWithTwoSlotsOnTwoCores_EndSoonerOnAverage()
    {
        var play = Compare(
            SixJoins,
            TwoCores,
            0,
            Read("language 1 pool all { slots 2, wait 60 s } default -> all", TwoCores)
        );

        Assert.InRange(play.Ungoverned.Queries[0].ResponseSeconds ?? 0, 11.5, 12.5);
        Assert.InRange(play.Policies[0].Run.Queries[0].ResponseSeconds ?? 0, 7.5, 9);
    }

    [Fact]
    public void Compare_OneSlotOnTwoCores_SecondCoreHasAQueryToo()
    {
        var play = Compare(
            SixJoins,
            TwoCores,
            0,
            Read("language 1 pool all { slots 1, wait 60 s } default -> all", TwoCores),
            Read("language 1 pool all { slots 2, wait 60 s } default -> all", TwoCores)
        );

        Assert.Equal(
            play.Policies[1].Run.Queries[0].ResponseSeconds ?? 0,
            play.Policies[0].Run.Queries[0].ResponseSeconds ?? 0,
            1.0
        );
    }
}
