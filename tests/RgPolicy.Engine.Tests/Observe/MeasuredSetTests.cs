using RgPolicy.Engine.Observe;

namespace RgPolicy.Engine.Tests.Observe;

public sealed class MeasuredSetTests
{
    [Fact]
    public void Of_CurveThatIsFlatAtItsEnd_IsAllWorkingSet() =>
        Assert.Equal(new MeasuredSet(500, 0), MeasuredSet.Of([(10, 300), (1000, 500), (3000, 500)], 0));

    [Fact]
    public void Of_CurveThatGrowsAtItsEnd_TellsTheStreamFromTheWorkingSet() =>
        Assert.Equal(new MeasuredSet(400, 100), MeasuredSet.Of([(1000, 500), (3000, 700)], 0));

    [Fact]
    public void Of_StreamThroughASmallRing_IsWhatWasReadFromFiles() =>
        Assert.Equal(new MeasuredSet(256, 2000), MeasuredSet.Of([(1000, 256), (3000, 256)], 6000));

    [Fact]
    public void Of_CurveThatFalls_NeverStreamsBackwards() =>
        Assert.Equal(new MeasuredSet(400, 0), MeasuredSet.Of([(1000, 500), (3000, 400)], -1));

    [Fact]
    public void Of_OnlyStream_HasNoWorkingSet() =>
        Assert.Equal(new MeasuredSet(0, 1000), MeasuredSet.Of([(1000, 100), (3000, 2100)], 0));

    [Fact]
    public void Of_TooFewPointsOrOutOfOrder_IsNothing()
    {
        Assert.Null(MeasuredSet.Of([], 5));
        Assert.Null(MeasuredSet.Of([(1000, 5)], 5));
        Assert.Null(MeasuredSet.Of([(1000, 5), (1000, 6)], 5));
        Assert.Null(MeasuredSet.Of([(-1, 5), (1000, 6)], 5));
    }

    [Fact]
    public void Of_FiguresOfAnotherWorld_StayWithinTheirRange() =>
        Assert.Equal(
            new MeasuredSet(0, long.MaxValue),
            MeasuredSet.Of([(0, 0), (1, long.MaxValue)], long.MaxValue) is { } set ? set : default
        );
}
