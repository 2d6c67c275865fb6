using RgPolicy.Dbms.Fetching;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.Fetching;

public sealed class PlanAnswerTests
{
    [Theory]
    [InlineData(0, 0.5, PlanState.Pending)]
    [InlineData(1, 2, PlanState.Pending)]
    [InlineData(2, 8, PlanState.Absent)]
    [InlineData(20, 600, PlanState.Absent)]
    public void Passing_FailuresInARow_PausesLongerAndGivesUpTheWait(int failures, double pauseSeconds, object state)
    {
        var answer = PlanAnswer.Passing("busy", TimeSpan.FromMinutes(10), failures);

        Assert.Equal(
            (TimeSpan.FromSeconds(pauseSeconds), (PlanState)state, failures + 1),
            (answer.Lifetime, answer.Facts!.State, answer.Failures)
        );
        Assert.Equal("busy", answer.Facts.Source);
    }

    [Theory]
    [InlineData(0.9, PlanShape.Join)]
    [InlineData(0.5, PlanShape.Scan)]
    public void After_PlanOfTheSameTextThatIsClose_KeepsTheShape(double part, PlanShape shape)
    {
        var before = Planned(new PlanProfile { Shape = PlanShape.Join });
        var now = Planned(
            new PlanProfile
            {
                Shape = PlanShape.Scan,
                ShapeShare = 0.5,
                RunnerUp = PlanShape.Join,
                RunnerUpShare = 0.5 * part,
            }
        );

        Assert.Equal(shape, now.After(before).Facts!.Profile!.Shape);
        Assert.Same(now, now.After(null));
        Assert.Same(now, now.After(PlanAnswer.None("it failed")));
    }

    private static PlanAnswer Planned(PlanProfile profile) =>
        PlanAnswer.Lasting(PlanFacts.Known(profile, "re-explain"));
}
