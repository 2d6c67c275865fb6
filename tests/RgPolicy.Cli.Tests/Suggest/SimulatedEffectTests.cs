using RgPolicy.Cli.Suggest;
using RgPolicy.Simulation.Outcomes;

namespace RgPolicy.Cli.Tests.Suggest;

public sealed class SimulatedEffectTests
{
    private const string Head = "In a model of m, by mean response times and not by tails: ";

    [Fact]
    public void Sentence_RunsThatWereCut_SaysOfWhatNothingIsKnown() =>
        Assert.Equal(
            Head + "nothing is known of scan, oltp, whose runs ended unfinished.",
            Sentence(("scan", null), ("oltp", null))
        );

    [Fact]
    public void Sentence_SomeKnown_NamesThemFirst() =>
        Assert.Equal(
            Head
                + "scan -29.0 %, oltp +50.0 %; nothing is known of join, whose runs ended unfinished; "
                + "no other changes by 1 %.",
            Sentence(("oltp", 0.5), ("join", null), ("scan", -0.29), ("sort", 0.001))
        );

    [Fact]
    public void Sentence_NoneChanges_SaysSo() =>
        Assert.Equal(Head + "no class changes by 1 %.", Sentence(("oltp", 0.001), ("scan", 0)));

    private static string Sentence(params (string Class, double? Gain)[] classes) =>
        new SimulatedEffect(
            "m",
            [.. classes.Select(each => new ClassOutcome(each.Class, 1, each.Gain, null, null, null, null, null, 0, 0))]
        ).Sentence;
}
