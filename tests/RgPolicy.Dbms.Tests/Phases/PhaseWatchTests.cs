using RgPolicy.Dbms.Phases;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.Phases;

public sealed class PhaseWatchTests
{
    /// <summary>Polls as letters (c scan, s sort, - nothing), and what the last of them comes to.</summary>
    [Theory]
    [InlineData("", null)]
    [InlineData("cc", null)]
    [InlineData("ccc", PlanShape.Scan)]
    [InlineData("c-c--c", PlanShape.Scan)]
    [InlineData("cscscscs", null)]
    [InlineData("cccs", PlanShape.Scan)]
    [InlineData("cccsscss", PlanShape.Scan)]
    [InlineData("cccsss", PlanShape.Sort)]
    [InlineData("ccc-------------------", PlanShape.Scan)]
    [InlineData("ccc--------------------", null)]
    [InlineData("ccc--------------------cc", null)]
    [InlineData("cc--------------------c", null)]
    [InlineData("ccc-----------c-----------", PlanShape.Scan)]
    public void See_PollAfterPoll_IsWorkThatLasts(string polls, PlanShape? expected)
    {
        var watch = new PhaseWatch();
        foreach (var poll in polls)
            watch.See(
                poll switch
                {
                    'c' => PlanShape.Scan,
                    's' => PlanShape.Sort,
                    _ => null,
                }
            );

        Assert.Equal(expected, watch.Phase);
    }
}
