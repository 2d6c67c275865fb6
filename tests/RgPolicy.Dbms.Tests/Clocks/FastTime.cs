namespace RgPolicy.Dbms.Tests.Clocks;

/// <summary>The system's clock, some times as fast: limits of many seconds are over soon.</summary>
internal sealed class FastTime(int factor) : TimeProvider
{
    private readonly long _origin = System.GetTimestamp();

    public override long GetTimestamp() => _origin + (System.GetTimestamp() - _origin) * factor;

    public override long TimestampFrequency => System.TimestampFrequency;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        System.CreateTimer(callback, state, Faster(dueTime), Faster(period));

    private TimeSpan Faster(TimeSpan time) => time > TimeSpan.Zero ? time / factor : time;
}
