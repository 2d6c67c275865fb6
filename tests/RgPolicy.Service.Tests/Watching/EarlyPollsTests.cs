using RgPolicy.Service.Tests.Scripted;
using RgPolicy.Service.Watching;

namespace RgPolicy.Service.Tests.Watching;

public sealed class EarlyPollsTests
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Soon = TimeSpan.FromMilliseconds(10);

    private readonly ManualTime _time = new();

    [Fact]
    public void Shorten_ReasonComesAfterTheInterval_TakesNothing()
    {
        var early = new EarlyPolls(_time);
        for (var i = 0; i < 100; i++)
            Assert.Equal(Interval, early.Shorten(Interval, Interval));

        Assert.True(early.Shorten(Interval, Soon) < Interval);
    }

    [Fact]
    public void Shorten_AskedAgainBeforeThePoll_TakesOneOnly()
    {
        var early = new EarlyPolls(_time);
        for (var i = 0; i < 100; i++)
            Assert.InRange(early.Shorten(Interval, Soon), Soon, Soon + TimeSpan.FromMilliseconds(2));
    }

    [Fact]
    public void Shorten_ReasonsAllTheTime_IsGrantedAsOftenAsAllowed()
    {
        var early = new EarlyPolls(_time);
        var granted = 0;
        for (var i = 0; i < 1000; i++)
        {
            if (early.Shorten(Interval, Soon) < Interval)
                granted++;
            early.Polled();
            _time.Advance(Soon);
        }

        Assert.InRange(granted, 150, 180);
    }
}
