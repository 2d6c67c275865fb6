using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

public sealed class ExplainFailureTests
{
    [Theory]
    [InlineData(0, 5, PlanState.Pending)]
    [InlineData(1, 10, PlanState.Pending)]
    [InlineData(2, 20, PlanState.Absent)]
    [InlineData(20, 600, PlanState.Absent)]
    public void Passing_FailuresInARow_PausesLongerAndGivesUpTheWait(int failures, int pauseSeconds, PlanState state)
    {
        var answer = ExplainFailure.Passing("busy", TimeSpan.FromMinutes(10), failures);

        Assert.Equal((TimeSpan.FromSeconds(pauseSeconds), state, failures + 1), (answer.Lifetime, answer.Facts!.State, answer.Failures));
        Assert.Equal("busy", answer.Facts.Source);
    }
}
