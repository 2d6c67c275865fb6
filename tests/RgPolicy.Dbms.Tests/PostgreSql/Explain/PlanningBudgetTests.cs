using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Dbms.Tests.Clocks;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain;

/// <summary>What planning may use of the server's processor for a login.</summary>
public sealed class PlanningBudgetTests
{
    private readonly MovedClock _time = new();

    [Fact]
    public void Wait_LoginHasUsedItsSecond_WaitsAndOthersDoNot()
    {
        var budget = new PlanningBudget(_time);
        for (var plan = 0; plan < 4; plan++)
        {
            Assert.Equal(TimeSpan.Zero, budget.Wait(1));
            Assert.False(budget.Charge(1, "app", TimeSpan.FromSeconds(0.25)));
        }

        Assert.NotEqual(TimeSpan.Zero, budget.Wait(1));
        Assert.Equal(TimeSpan.Zero, budget.Wait(2));
        Assert.Null(budget.Refusal(1));
    }

    /// <summary>Whatever each of its plans takes, over a long time it is a twentieth of a processor.</summary>
    [Theory]
    [InlineData(0.002)]
    [InlineData(0.1)]
    [InlineData(0.9)]
    public void Wait_LoginAsksForEver_UsesItsShare(double seconds)
    {
        var (budget, used, step) = (new PlanningBudget(_time), 0.0, TimeSpan.FromMilliseconds(20));
        for (var now = TimeSpan.Zero; now < TimeSpan.FromMinutes(10); now += step, _time.Move(step))
        {
            if (budget.Wait(1) > TimeSpan.Zero)
                continue;
            budget.Charge(1, "app", TimeSpan.FromSeconds(seconds));
            used += seconds;
        }

        Assert.InRange(used, Math.Min(30, 600 / 0.02 * seconds) * 0.9, 30 + 1 + seconds);
    }

    [Fact]
    public void Charge_OneStatementTookASecond_ItsLoginHasNoPlansForAnHourAndThatIsSaid()
    {
        var budget = new PlanningBudget(_time);
        var health = new PlanHealth(budget, _time);
        var request = new PostgresPlanRequest(default, "shop", 7, 1, default, StatementKind.Select, "SELECT 1")
        {
            LoginName = "app",
        };

        health.Took(request, TimeSpan.FromSeconds(0.99));
        Assert.Null(health.Refusal(7));
        health.Took(request, TimeSpan.FromSeconds(1.3));

        Assert.Contains("1.3 s", health.Refusal(7), StringComparison.Ordinal);
        Assert.Null(health.Refusal(8));
        Assert.Contains("login app has no plans for an hour", Assert.Single(health.Notes), StringComparison.Ordinal);
        _time.Move(TimeSpan.FromMinutes(59));
        Assert.NotNull(health.Refusal(7));
        _time.Move(TimeSpan.FromMinutes(2));
        Assert.Null(health.Refusal(7));
        Assert.Empty(health.Notes);
    }
}
