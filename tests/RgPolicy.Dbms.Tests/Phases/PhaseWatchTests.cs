using RgPolicy.Dbms.Phases;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.Phases;

public sealed class PhaseWatchTests
{
    private static readonly DateTime Start = new(2026, 1, 2, 3, 4, 5, DateTimeKind.Utc);

    /// <summary>Polls as letters (c scan and s sort by waits, C scan by a view, - nothing), and what the last of them
    /// comes to.</summary>
    [Theory]
    [InlineData(100, "", null)]
    [InlineData(100, "ccc", null)]
    [InlineData(100, "cccc", PlanShape.Scan)]
    [InlineData(100, "c--c", PlanShape.Scan)]
    [InlineData(100, "cscscscscs", null)]
    [InlineData(100, "ccccsccsss", PlanShape.Scan)]
    [InlineData(100, "ccccssss", PlanShape.Sort)]
    [InlineData(100, "cccc--------------------", PlanShape.Scan)]
    [InlineData(100, "cccc---------------------", null)]
    [InlineData(100, "cccc---------------------ccc", null)]
    [InlineData(100, "c---------------------c", null)]
    [InlineData(100, "cccc-----------c-----------", PlanShape.Scan)]
    [InlineData(100, "CCCC---", PlanShape.Scan)]
    [InlineData(100, "CCCC----", null)]
    [InlineData(100, "CCCC--C--", PlanShape.Scan)]
    [InlineData(250, "cc", null)]
    [InlineData(250, "ccc", PlanShape.Scan)]
    [InlineData(250, "CCC--", PlanShape.Scan)]
    [InlineData(250, "CCC---", null)]
    [InlineData(5000, "c", null)]
    [InlineData(5000, "cc", PlanShape.Scan)]
    [InlineData(5000, "cc-", PlanShape.Scan)]
    [InlineData(5000, "cc--", null)]
    [InlineData(1, "cccccccccccccccccccccccccccccccccccccccc", null)]
    public void See_PollAfterPoll_IsWorkThatLasts(int everyMs, string polls, PlanShape? expected)
    {
        var (watch, time) = (new PhaseWatch(), Start);
        foreach (var poll in polls)
        {
            See(watch, poll, time);
            time = time.AddMilliseconds(everyMs);
        }

        Assert.Equal(expected, watch.Phase);
    }

    [Fact]
    public void See_ClockIsSetBack_CountsFromThere()
    {
        var watch = new PhaseWatch();
        See(watch, 'c', Start);
        for (var poll = 0; poll < 4; poll++)
            See(watch, 'c', Start.AddHours(-1).AddMilliseconds(100 * poll));
        Assert.Equal(PlanShape.Scan, watch.Phase);

        See(watch, '-', Start);
        for (var poll = 0; poll < 21; poll++)
            See(watch, '-', Start.AddHours(-2).AddMilliseconds(100 * poll));
        Assert.Null(watch.Phase);
    }

    private static void See(PhaseWatch watch, char poll, DateTime time) =>
        watch.See(
            poll switch
            {
                'c' or 'C' => PlanShape.Scan,
                's' => PlanShape.Sort,
                _ => null,
            },
            isByView: poll == 'C',
            time
        );
}
