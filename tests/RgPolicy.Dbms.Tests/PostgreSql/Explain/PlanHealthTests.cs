using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

public sealed class PlanHealthTests
{
    private static readonly PostgresPlanRequest Request = new(
        default,
        "shop",
        16400,
        1,
        default,
        StatementKind.Select,
        "SELECT 1"
    );

    [Fact]
    public void Broke_AgainAndAgainByALoginsStatements_ItHasNoPlansAndOthersDo()
    {
        var health = new PlanHealth(new PlanningBudget(TimeProvider.System), TimeProvider.System);
        for (var i = 0; i < 3; i++)
        {
            Assert.Null(health.Refusal(Request.Login));
            health.Broke(Request, wasOpen: true, new TimeoutException());
        }

        Assert.Contains("broke 3 connections", health.Refusal(Request.Login), StringComparison.Ordinal);
        Assert.Null(health.Refusal(Request.Login + 1));
    }

    [Fact]
    public void Broke_AgainAndAgain_IsSaidOnceUntilItWorks()
    {
        var health = new PlanHealth(new PlanningBudget(TimeProvider.System), TimeProvider.System);
        health.Broke(Request, wasOpen: false, new TimeoutException());
        health.Broke(Request, wasOpen: false, new TimeoutException());
        Assert.Empty(health.Notes);
        health.Broke(Request, wasOpen: false, new TimeoutException());
        var said = Assert.Single(health.Notes);
        Assert.Contains("shop", said, StringComparison.Ordinal);
        var list = health.Notes;
        health.Broke(Request, wasOpen: false, new TimeoutException());
        Assert.Same(list, health.Notes);
        Assert.Null(health.Refusal(Request.Login));

        health.Worked("shop");
        Assert.Empty(health.Notes);
    }
}
