using RgPolicy.Sidecar.Upkeep;

namespace RgPolicy.Sidecar.Tests.Upkeep;

public sealed class LeastOfASecondTests
{
    private readonly LeastOfASecond _least = new();
    private TimeSpan _now = TimeSpan.FromHours(1);

    [Fact]
    public void See_NumberThatStays_CountsAfterASecond()
    {
        Assert.Equal(0, See(0.9, 3));
        Assert.Equal(3, See(1.2, 3));
    }

    [Fact]
    public void See_NumberThatFallsNowAndThen_IsItsLeast()
    {
        See(1.2, 3);
        Assert.Equal(1, See(0.05, 1));
        Assert.Equal(1, See(0.9, 4));
        Assert.Equal(1, See(0.2, 4));
        Assert.Equal(4, See(1.2, 4));
    }

    [Fact]
    public void See_APause_IsForgotten()
    {
        See(2, 3);
        _now += TimeSpan.FromSeconds(5);
        Assert.Equal(0, See(0.05, 3));
    }

    private int See(double seconds, int number)
    {
        var last = 0;
        for (var end = _now + TimeSpan.FromSeconds(seconds); _now < end; _now += TimeSpan.FromMilliseconds(50))
            last = _least.See(number, _now);

        return last;
    }
}
