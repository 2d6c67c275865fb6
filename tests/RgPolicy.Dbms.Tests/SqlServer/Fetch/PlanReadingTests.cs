using RgPolicy.Dbms.SqlServer;
using RgPolicy.Dbms.SqlServer.Fetch;
using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.SqlServer.Fetch;

public sealed class PlanReadingTests
{
    [Theory]
    [InlineData(4711, 86_400)]
    [InlineData(0, 600)]
    public void Answer_PlanWithItsHash_IsNotReadAgainWhileTheHashIsTheSame(long planHash, double seconds)
    {
        var request = new SqlServerPlanRequest(new RequestKey(5, 1, planHash), [6], 0, -1, StatementKind.Select);

        var answer = new PlanReading(new SqlServerObserverOptions()).Answer(request, WarmUpPlan.Document);

        Assert.Equal(TimeSpan.FromSeconds(seconds), answer?.Lifetime);
    }
}
