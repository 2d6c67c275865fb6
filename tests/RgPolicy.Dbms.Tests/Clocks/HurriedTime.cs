namespace RgPolicy.Dbms.Tests.Clocks;

/// <summary>The system's clock, and from a moment on some times as fast.</summary>
internal sealed class HurriedTime(int factor) : TimeProvider
{
    private long? _origin;

    /// <summary>It is fast from now on: what has begun until then had its time.</summary>
    public void Hurry() => _origin ??= System.GetTimestamp();

    public override long GetTimestamp() =>
        _origin is { } origin ? origin + (System.GetTimestamp() - origin) * factor : System.GetTimestamp();

    public override long TimestampFrequency => System.TimestampFrequency;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        System.CreateTimer(callback, state, Faster(dueTime), Faster(period));

    private TimeSpan Faster(TimeSpan time) => _origin is not null && time > TimeSpan.Zero ? time / factor : time;
}
