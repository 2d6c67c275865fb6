using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using static RgPolicy.Engine.Tests.Scheduling.SlotScene;

namespace RgPolicy.Engine.Tests.Scheduling;

/// <summary>What the host's processors do to slots: more while some are left over, none that counts while other programs
/// have them.</summary>
public sealed class SlotRoomTests
{
    private static readonly HostProcessors Busy = new(2, Idle: 0, Foreign: 0);
    private static readonly HostProcessors Pressed = new(2, Idle: 0, Foreign: 0.9);

    [Theory]
    [InlineData("")]
    [InlineData("schedule mix")]
    [InlineData("schedule alike")]
    public void Decide_OneSlotOnTwoProcessors_ASecondQueryHasTheShare(string schedule)
    {
        var scene = Of(One + "\n" + schedule);
        ObservedQuery[] all = [Join(10, 1), Join(11, 2), Join(12, 3)];

        Run(scene, 10, 12.9, Busy, all, 1, 0.5, 0.5);
        Assert.Equal(2, Waiting(scene).Length);

        Run(scene, 13, 30, Busy, all, 1, 0.5, 0.5);
        Assert.Single(Waiting(scene));
    }

    [Fact]
    public void Decide_AsManySlotsAsProcessors_KeepsTheCount()
    {
        var scene = Of(Reports);

        Run(scene, 10, 30, Busy, [Join(10, 1), Join(11, 2), Join(12, 3), Join(13, 4)], 0.9, 0.9, 0.1, 0.1);

        Assert.Equal([12, 13], Waiting(scene));
    }

    [Fact]
    public void Decide_OltpNeedsTheOtherProcessor_KeepsTheCount()
    {
        var scene = Of(One);

        Run(scene, 10, 30, Busy, [Join(10, 1), Join(11, 2)], 0.8, 0.1);

        Assert.Equal([11], Waiting(scene));
    }

    [Fact]
    public void Decide_ParallelQueryHasTheProcessors_KeepsTheCount()
    {
        var scene = Of(One);

        Run(scene, 10, 30, Busy, [Join(10, 1, 110), Join(11, 2)], 1.8, 0.2);

        Assert.Equal([11], Waiting(scene));
    }

    [Fact]
    public void Decide_ManyProcessorsAreLeftOver_OpensOneAfterTheOther()
    {
        var scene = Of(One);
        ObservedQuery[] all = [Join(10, 1), Join(11, 2), Join(12, 3), Join(13, 4), Join(14, 5)];
        var host = new HostProcessors(64, Idle: 59, Foreign: 0);
        var counts = new List<int>();
        for (var second = 10; second < 30; second++)
        {
            Run(scene, second, second, host, all, 1, 1, 1, 1, 1);
            counts.Add(Waiting(scene).Length);
        }

        Assert.Equal([4, 3, 2, 1, 0], counts.Distinct());
    }

    [Fact]
    public void Decide_OtherProgramsPress_HoldsNobodyUntilTheyAreGone()
    {
        var scene = Of(Reports);
        ObservedQuery[] all = [Join(10, 1), Join(11, 2), Join(12, 3), Join(13, 4)];
        Run(scene, 10, 12, Pressed, all);
        Assert.Equal([12, 13], Waiting(scene));

        Run(scene, 12.5, 14, Pressed, all);
        Assert.Empty(Waiting(scene));
        Assert.All(scene.Governor.Queries, each => Assert.Equal(scene.NumberOf("reporting"), each.PoolNumber));
        Assert.Equal(
            "waits for a slot since 4 s, second of two; has the share meanwhile: other programs use the CPUs",
            scene.Governor.Find(13)!.Note
        );

        Run(scene, 14.5, 17, Busy, all);
        Assert.Empty(Waiting(scene));
        Run(scene, 17.5, 18, Busy, all);
        Assert.Equal([12, 13], Waiting(scene));
    }

    [Fact]
    public void Decide_OtherProgramsForAMoment_HoldsOn()
    {
        var scene = Of(Reports);
        ObservedQuery[] all = [Join(10, 1), Join(11, 2), Join(12, 3)];
        for (var second = 10; second < 30; second++)
        {
            Run(scene, second, second, second % 3 == 0 ? Busy : Pressed, all);

            Assert.Equal([12], Waiting(scene));
        }
    }

    [Fact]
    public void Decide_OtherProgramsLeaveProcessorsIdle_HoldsOn()
    {
        var scene = Of(Reports);

        Run(scene, 10, 30, new HostProcessors(8, Idle: 1.1, Foreign: 5), [Join(10, 1), Join(11, 2), Join(12, 3)]);

        Assert.Equal([12], Waiting(scene));
    }

    [Fact]
    public void Replace_OtherProgramsPress_StillHoldsNobody()
    {
        var scene = Of(Reports);
        ObservedQuery[] all = [Join(10, 1), Join(11, 2), Join(12, 3)];
        Run(scene, 10, 14, Pressed, all);

        scene.Governor.Replace(PolicyText.Compile(Reports.Replace("slots 2", "slots 1", StringComparison.Ordinal)));
        Run(scene, 14.5, 14.5, Pressed, all);

        Assert.Empty(Waiting(scene));
    }

    [Theory]
    [InlineData(double.NaN, double.NaN)]
    [InlineData(double.MaxValue, double.MaxValue)]
    [InlineData(-1, -1)]
    public void Decide_FiguresThatNoHostHas_KeepsTheWait(double idle, double foreign)
    {
        var scene = Of(Reports);
        ObservedQuery[] all = [Join(10, 1), Join(11, 2), Join(12, 3)];

        Run(scene, 10, 41, new HostProcessors(-2, idle, foreign), all);

        Assert.Empty(Waiting(scene));
    }

    /// <summary>Looks every half second; each query uses so many processors all the time.</summary>
    private static void Run(
        Scene scene,
        double from,
        double to,
        HostProcessors host,
        ObservedQuery[] all,
        params double[] used
    )
    {
        for (var now = from; now <= to; now += 0.5)
        {
            var figures = used.Select(each => new RequestFigures(TimeSpan.FromSeconds(each * now), 0, 0, 0, 0));
            scene.Governor.Decide(
                Scene.See(now, all) with
                {
                    Pressure = new HostPressure(null, null, null) { Processors = host },
                    Figures = [.. figures],
                }
            );
        }
    }
}
