namespace RgPolicy.Dbms.Tests.Clocks;

/// <summary>A clock that goes on only while somebody waits for it: the wait is over at once, and took as long as it was
/// to.</summary>
internal sealed class SkippingTime : TimeProvider
{
    private long _ticks;

    /// <summary>How long all waited together.</summary>
    public TimeSpan Waited => TimeSpan.FromTicks(Interlocked.Read(ref _ticks));

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => Interlocked.Read(ref _ticks);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        Interlocked.Add(ref _ticks, dueTime.Ticks);
        return System.CreateTimer(callback, state, TimeSpan.Zero, period);
    }
}
