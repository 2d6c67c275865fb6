using RgPolicy.Cli.Demo.Live;
using RgPolicy.Cli.Tests.Clocks;
using RgPolicy.Documents.Demo;

namespace RgPolicy.Cli.Tests.Demo.Live;

public sealed class DemoFiguresTests
{
    private readonly DemoFigures _figures = new(new SkippingTime());

    [Fact]
    public void ArrivalTimes_OfManyThatArrive_HaveTheirRateAndAreTheSameAgain()
    {
        var (first, second) = (new ArrivalTimes(200, 1), new ArrivalTimes(200, 1));

        var moments = Enumerable.Range(0, 20_000).Select(_ => first.Next()).ToList();

        Assert.Equal(moments, Enumerable.Range(0, 20_000).Select(_ => second.Next()));
        Assert.Equal(moments.Order(), moments);
        Assert.InRange(moments[^1].TotalSeconds, 97, 103);
    }

    [Fact]
    public async Task AddShort_ThatWaited_CountsFromItsArrivalInTheSegmentWhereItArrived()
    {
        var off = _figures.Begin(isGoverned: false, Seconds(1), Seconds(4));
        await _figures.WaitUntilAsync(Seconds(4), default);
        var on = _figures.Begin(isGoverned: true, Seconds(1), Seconds(4));
        await _figures.WaitUntilAsync(Seconds(6), default);

        _figures.AddShort(Seconds(0.5));
        _figures.AddShort(Seconds(2));
        _figures.AddShort(Seconds(4.5));
        _figures.AddShort(Seconds(5.5));

        Assert.Equal((1, Seconds(4)), (off.Short.Count, off.Short.Maximum));
        Assert.Equal((1, Seconds(0.5)), (on.Short.Count, on.Short.Maximum));
    }

    [Fact]
    public async Task AddAnalysis_OverSeveralSegments_CountsInEachTheShareThatRanThere()
    {
        var off = _figures.Begin(isGoverned: false, Seconds(1), Seconds(4));
        await _figures.WaitUntilAsync(Seconds(4), default);
        var on = _figures.Begin(isGoverned: true, Seconds(1), Seconds(4));
        await _figures.WaitUntilAsync(Seconds(10), default);

        _figures.AddAnalysis(Seconds(0));

        Assert.Equal((0.3, 0.3), (Math.Round(off.Analyses, 6), Math.Round(on.Analyses, 6)));
    }

    [Theory]
    [InlineData(2, 4, true)]
    [InlineData(1, 4, false)]
    [InlineData(0, 0, false)]
    public void IsAsOrdered_ByReadings_NeedsHalfOfThem(int asOrdered, int readings, bool expected)
    {
        var segment = _figures.Begin(isGoverned: true, Seconds(1), Seconds(2));
        for (var reading = 0; reading < readings; reading++)
            segment.AddReading(reading < asOrdered);

        Assert.Equal(expected, segment.IsAsOrdered);
    }

    [Fact]
    public void Of_OneSegmentWasNotAsOrdered_IsNotInForce()
    {
        _figures.Begin(isGoverned: false, Seconds(0), Seconds(2)).AddReading(isAsOrdered: true);
        _figures.Begin(isGoverned: true, Seconds(0), Seconds(2)).AddReading(isAsOrdered: false);
        _figures.Begin(isGoverned: true, Seconds(0), Seconds(2)).AddReading(isAsOrdered: true);

        var outcome = DemoOutcome.Of(new LiveDemoDocument("", "", 2, 4, 200, 6, "0"), _figures.Segments);

        Assert.False(outcome.InForce);
        Assert.Equal((1, 2), (outcome.Off?.Readings, outcome.On?.Readings));
        Assert.Null(outcome.P99Ratio);
    }

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);
}
