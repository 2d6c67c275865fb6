using RgPolicy.Dbms.PostgreSql.Poll;

namespace RgPolicy.Dbms.Tests.PostgreSql.Poll;

public sealed class PollPaceTests
{
    [Fact]
    public void Adapt_CheapPolls_StaysAsWished()
    {
        var pace = new PollPace(TimeSpan.FromMilliseconds(100));

        Assert.Null(pace.Adapt(TimeSpan.FromMilliseconds(2)));
        Assert.Equal((false, TimeSpan.FromMilliseconds(100)), (pace.IsLean, pace.Interval));
    }

    [Fact]
    public void Adapt_DearPolls_GetsLeanThenSlowAndBack()
    {
        var pace = new PollPace(TimeSpan.FromMilliseconds(100));

        Assert.Contains("leaner", pace.Adapt(TimeSpan.FromMilliseconds(6)), StringComparison.Ordinal);
        Assert.True(pace.IsLean);
        Assert.Contains("250 ms", pace.Adapt(TimeSpan.FromMilliseconds(6)), StringComparison.Ordinal);
        Assert.Equal(TimeSpan.FromMilliseconds(250), pace.Interval);
        Assert.Null(pace.Adapt(TimeSpan.FromMilliseconds(3)));
        Assert.Contains("as often", pace.Adapt(TimeSpan.FromMilliseconds(2)), StringComparison.Ordinal);
        Assert.Contains("full", pace.Adapt(TimeSpan.FromMilliseconds(0.4)), StringComparison.Ordinal);
        Assert.Equal((false, TimeSpan.FromMilliseconds(100)), (pace.IsLean, pace.Interval));
    }
}
