using RgPolicy.Engine.Tracking;

namespace RgPolicy.Engine.Tests.Tracking;

public sealed class GrowingPauseTests
{
    [Theory]
    [InlineData(0, 3)]
    [InlineData(1, 6)]
    [InlineData(2, 12)]
    [InlineData(3, 20)]
    [InlineData(int.MaxValue, 20)]
    public void After_Failures_IsTwiceAsLongEachTimeAndNeverLongerThanTheLongest(int failures, int seconds) =>
        Assert.Equal(
            TimeSpan.FromSeconds(seconds),
            GrowingPause.After(failures, TimeSpan.FromSeconds(3), TimeSpan.FromSeconds(20))
        );
}
