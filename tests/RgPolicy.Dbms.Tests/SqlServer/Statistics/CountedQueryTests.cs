using RgPolicy.Dbms.SqlServer.Statistics;

namespace RgPolicy.Dbms.Tests.SqlServer.Statistics;

public sealed class CountedQueryTests
{
    [Fact]
    public void With_AnotherPlanOfTheSameQuery_AddsUpAndKeepsThePlanThatTookLonger()
    {
        var (first, second) = (Query(plan: 1, 4, 10), Query(plan: 2, 6, 20));

        var both = first.With(second).With(Query(plan: 3, 1, 9));

        Assert.Equal((2, 11, 39.0, 6.0), (both.PlanId, both.Executions, both.Seconds, both.Longest));
        Assert.Equal((78.0, 390.0), (both.CpuSeconds, both.ReadBytes));
    }

    private static CountedQuery Query(long plan, long executions, double seconds) =>
        new("Shop", 5, plan, seconds, executions, seconds, executions, 2 * seconds, 10 * seconds);
}
