using RgPolicy.HtapBench.Load;
using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Statistics;

namespace RgPolicy.EndToEnd.Tests.Tools;

/// <summary>The benchmark's own arithmetic.</summary>
public sealed class StatisticsTests
{
    [Fact]
    public void Quantiles_OfAThousand_AreTheNearestRanks()
    {
        var quantiles = Quantiles.Of(Enumerable.Range(1, 1000).Select(n => (double)n).Reverse());

        Assert.Equal(
            (1000, 500.0, 950.0, 990.0, 999.0, 1000.0),
            (quantiles.Count, quantiles.P50, quantiles.P95, quantiles.P99, quantiles.P999, quantiles.Max)
        );
    }

    [Fact]
    public void PairedRatio_OfClearRatios_HasAnIntervalAroundTheMedian()
    {
        var ratio = PairedRatio.Of([0.30, 0.34, 0.31, 0.29, 0.35, 0.33, 0.32, 0.28, 0.36], seed: 1);

        Assert.Equal(0.32, ratio.Median, 6);
        Assert.InRange(ratio.Low, 0.28, 0.32);
        Assert.InRange(ratio.High, 0.32, 0.36);
    }

    [Fact]
    public void PairedRatio_TypicalSpread_CountsBothDirectionsAlike() =>
        Assert.Equal(1.0, PairedRatio.Of([2, 0.5, 2, 0.5, 2], seed: 1).TypicalSpread, 6);

    [Theory]
    [InlineData(0, 10, 1.0)]
    [InlineData(2, 3, 0.5)]
    [InlineData(4, 9, 0.0)]
    public void Share_OfARunFromTwoToFour_IsTheOverlap(double from, double to, double expected) =>
        Assert.Equal(expected, new AnalyticRun(0, 2, 4).Share(from, to));

    [Fact]
    public void PgbenchLog_ALineWithLag_CountsFromTheScheduledStart()
    {
        var transaction = PgbenchLog.Parse("0 199 2500 0 1175850568 995598 700");

        Assert.NotNull(transaction);
        Assert.Equal(0.0025, transaction.Value.Seconds, 9);
        Assert.Equal(1175850568.993098, transaction.Value.Scheduled, 5);
    }

    [Theory]
    [InlineData("")]
    [InlineData("0 199 25")]
    [InlineData("0 199 x 0 1175850568 995598")]
    public void PgbenchLog_ACutLine_IsLeftOut(string line) => Assert.Null(PgbenchLog.Parse(line));
}
