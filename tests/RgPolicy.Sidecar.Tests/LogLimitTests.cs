namespace RgPolicy.Sidecar.Tests;

public sealed class LogLimitTests
{
    [Fact]
    public void MayWrite_AFlood_SomeAtOnceThenTwoInASecondAndTheRestIsCounted()
    {
        var limit = new LogLimit();
        var start = TimeSpan.FromMinutes(1);

        var atOnce = Enumerable.Range(0, 1000).Count(_ => limit.MayWrite(start));
        var later = Enumerable.Range(0, 10_000).Count(i => limit.MayWrite(start + TimeSpan.FromMilliseconds(i)));

        Assert.Equal(20, atOnce);
        Assert.Equal(19, later);
        Assert.Equal(11_000 - 39, limit.Tell());
        Assert.Equal(0, limit.Tell());
    }

    [Fact]
    public void MayWrite_NowAndThen_AlwaysMay()
    {
        var limit = new LogLimit();

        Assert.All(Enumerable.Range(0, 100), i => Assert.True(limit.MayWrite(TimeSpan.FromSeconds(i))));
    }
}
