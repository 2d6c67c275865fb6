using RgPolicy.Dbms.PostgreSql.Poll;

namespace RgPolicy.Dbms.Tests.PostgreSql.Poll;

public sealed class PollPaceTests
{
    [Fact]
    public void Adapt_CheapPolls_StaysAsWished()
    {
        var pace = new PollPace(TimeSpan.FromMilliseconds(100));

        Assert.False(pace.Adapt(TimeSpan.FromMilliseconds(2)));
        Assert.Null(pace.Note);
        Assert.Equal((false, TimeSpan.FromMilliseconds(100)), (pace.IsLean, pace.Interval));
    }

    [Fact]
    public void Adapt_DearPolls_GetsLeanThenSlowAndBack()
    {
        var pace = new PollPace(TimeSpan.FromMilliseconds(100));

        Assert.True(pace.Adapt(TimeSpan.FromMilliseconds(6)));
        Assert.True(pace.IsLean);
        Assert.Contains("costs the server 6.0 ms: a leaner query", pace.Note, StringComparison.Ordinal);
        Assert.True(pace.Adapt(TimeSpan.FromMilliseconds(6)));
        Assert.Equal(TimeSpan.FromMilliseconds(250), pace.Interval);
        Assert.Contains("every 250 ms", pace.Note, StringComparison.Ordinal);
        Assert.False(pace.Adapt(TimeSpan.FromMilliseconds(3)));
        Assert.True(pace.Adapt(TimeSpan.FromMilliseconds(2)));
        Assert.Contains("leaner", pace.Note, StringComparison.Ordinal);
        Assert.DoesNotContain("250 ms", pace.Note, StringComparison.Ordinal);
        Assert.True(pace.Adapt(TimeSpan.FromMilliseconds(0.4)));
        Assert.Null(pace.Note);
        Assert.Equal((false, TimeSpan.FromMilliseconds(100)), (pace.IsLean, pace.Interval));
    }
}
