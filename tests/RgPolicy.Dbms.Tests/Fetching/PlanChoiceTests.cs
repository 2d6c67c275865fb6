using RgPolicy.Dbms.Fetching;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.Fetching;

public sealed class PlanChoiceTests
{
    [Theory]
    [InlineData(PlanShape.Scan, null, PlanShape.Unknown)]
    [InlineData(PlanShape.Scan, 12.0, PlanShape.Oltp)]
    [InlineData(PlanShape.Scan, 1000.0, PlanShape.Oltp)]
    [InlineData(PlanShape.Scan, 1001.0, PlanShape.Scan)]
    [InlineData(PlanShape.Oltp, null, PlanShape.Oltp)]
    [InlineData(PlanShape.Oltp, 12.0, PlanShape.Oltp)]
    [InlineData(PlanShape.Oltp, 50_000.0, PlanShape.Unknown)]
    public void Decide_History_ChoosesAndIsNeverSureWithoutIt(PlanShape guessed, double? buffers, PlanShape expected)
    {
        var history = buffers is { } mean
            ? new HistoryFacts(10, TimeSpan.FromMilliseconds(2), null, null, 0) { MeanBuffers = mean }
            : null;

        var facts = new PlanChoice(Plan(PlanShape.Oltp), Plan(guessed)).Decide(history);

        Assert.Equal((PlanState.Known, expected), (facts.State, facts.Profile?.Shape));
        Assert.Equal(
            buffers is null && guessed == PlanShape.Oltp,
            facts.Profile?.ShapeProvenance == Provenance.Estimate
        );
    }

    [Fact]
    public void Decide_Undecided_SaysWhyAndKeepsTheTables()
    {
        var profile = new PlanChoice(Plan(PlanShape.Oltp), Plan(PlanShape.Scan)).Decide(null).Profile!;

        Assert.Equal(
            "how much it reads depends on a range between two parameters, and no earlier execution tells",
            profile.Reason
        );
        Assert.Equal("sales", Assert.Single(profile.Tables));
    }

    private static PlanFacts Plan(PlanShape shape) =>
        PlanFacts.Known(
            new PlanProfile
            {
                Shape = shape,
                Reason = "as planned",
                Tables = ["sales"],
            },
            "re-explain"
        );
}
