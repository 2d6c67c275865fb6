using RgPolicy.Dbms.Fetching;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.Tests.Fetching;

public sealed class PlanAnswerTests
{
    [Theory]
    [InlineData(0, 5, PlanState.Pending)]
    [InlineData(1, 10, PlanState.Pending)]
    [InlineData(2, 20, PlanState.Absent)]
    [InlineData(20, 600, PlanState.Absent)]
    public void Passing_FailuresInARow_PausesLongerAndGivesUpTheWait(int failures, int pauseSeconds, PlanState state)
    {
        var answer = PlanAnswer.Passing("busy", TimeSpan.FromMinutes(10), failures);

        Assert.Equal((TimeSpan.FromSeconds(pauseSeconds), state, failures + 1), (answer.Lifetime, answer.Facts!.State, answer.Failures));
        Assert.Equal("busy", answer.Facts.Source);
    }
}
