using RgPolicy.Engine.Observe;

namespace RgPolicy.Engine.Tests.Observe;

public sealed class MeasuredSetTests
{
    [Fact]
    public void Of_OthersReadForIt_TheStreamIsUnknown() =>
        Assert.Equal(new MeasuredSet(400, null), MeasuredSet.Of([(1000, 500), (3000, 700)], null));

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

    // A hot set that is touched at random: after so many seconds 63 % of it.
    [Theory]
    [InlineData(64, 0, 0.01)]
    [InlineData(64, 32, 0.1)]
    [InlineData(16, 500, 0.05)]
    [InlineData(256, 100, 0.5)]
    [InlineData(512, 0, 0.7)]
    public void Of_PlantedHotSetAndStream_FindsBothWithinTwice(double hot, double stream, double seconds)
    {
        var points = new[] { 10, 30, 100, 300, 1000, 3000 }
            .Select(window =>
                (window, (long)((hot * (1 - Math.Exp(-window / 1000.0 / seconds))) + (stream * window / 1000)))
            )
            .ToList();

        var set = MeasuredSet.Of(points, 0);

        Assert.InRange(set?.WorkingSetBytes ?? 0, hot / 2, hot * 2);
        Assert.InRange(set?.StreamedPerSecond ?? 0, stream * 0.9, stream + (hot / 5));
    }

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
