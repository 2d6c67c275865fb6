using RgPolicy.Sidecar.Sampling;

namespace RgPolicy.Sidecar.Tests.Sampling;

public sealed class SampleWindowsTests
{
    [Theory]
    [InlineData(1_000_000, 10_000, 6)]
    [InlineData(50_000, 10_000, 4)]
    [InlineData(30_000, 10_000, 2)]
    [InlineData(29_999, 10_000, 0)]
    [InlineData(100, 0, 6)]
    [InlineData(0, 0, 0)]
    public void For_Budget_PaysForTheClearingAndTheLongestWindows(double budget, double walk, int expected)
    {
        var windows = SampleWindows.For(budget, walk);

        Assert.Equal(expected, windows.Length);
        Assert.True(windows.IsEmpty || windows[^1] == 3000);
    }
}
