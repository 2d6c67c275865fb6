using RgPolicy.Sidecar.Guarding;

namespace RgPolicy.Sidecar.Tests.Guarding;

public sealed class LeaseClockTests
{
    [Fact]
    public void HasExpired_OnlyWhileHeldAndNotRenewed()
    {
        var time = new HandTime();
        var clock = new LeaseClock(time, TimeSpan.FromSeconds(1));

        Assert.Null(clock.Remaining);
        Assert.False(clock.HasExpired);
        clock.Renew();
        time.Pass(TimeSpan.FromMilliseconds(900));
        Assert.False(clock.HasExpired);
        clock.Renew();
        time.Pass(TimeSpan.FromMilliseconds(900));
        Assert.Equal(TimeSpan.FromMilliseconds(100), clock.Remaining);
        time.Pass(TimeSpan.FromMilliseconds(100));
        Assert.True(clock.HasExpired);
        clock.Stop();
        Assert.False(clock.HasExpired);
    }

    private sealed class HandTime : TimeProvider
    {
        private long _now;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => _now;

        internal void Pass(TimeSpan time) => _now += time.Ticks;
    }
}
