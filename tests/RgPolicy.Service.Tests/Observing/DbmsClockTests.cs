using RgPolicy.Service.Observing;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Observing;

public sealed class DbmsClockTests
{
    [Fact]
    public void Now_SeveralPolls_FollowsTheTightest()
    {
        var time = new ManualTime();
        var clock = new DbmsClock(time);
        var ahead = TimeSpan.FromSeconds(7);
        Poll(clock, time, ahead, TimeSpan.FromMilliseconds(80), TimeSpan.FromMilliseconds(1));
        Poll(clock, time, ahead, TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(1));
        Poll(clock, time, ahead, TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(90));
        time.Advance(TimeSpan.FromSeconds(3));

        Assert.Equal(time.GetUtcNow() + ahead, clock.Now);
        Assert.Equal(TimeSpan.FromMilliseconds(1), clock.Uncertainty);
    }

    private static void Poll(DbmsClock clock, ManualTime time, TimeSpan ahead, TimeSpan there, TimeSpan back)
    {
        var sent = time.GetTimestamp();
        time.Advance(there);
        var reading = time.GetUtcNow() + ahead;
        time.Advance(back);
        clock.Synchronise(reading, sent, time.GetTimestamp());
    }
}
