namespace RgPolicy.Dbms.Tests.Clocks;

/// <summary>A clock that a test moves.</summary>
internal sealed class MovedClock : TimeProvider
{
    private TimeSpan _elapsed = TimeSpan.FromHours(1);
    private DateTimeOffset _now = new(2026, 11, 22, 12, 0, 0, TimeSpan.Zero);

    public override DateTimeOffset GetUtcNow() => _now;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => _elapsed.Ticks;

    /// <summary>Time goes by.</summary>
    public void Move(TimeSpan by) => (_now, _elapsed) = (_now + by, _elapsed + by);

    /// <summary>Somebody sets the clock.</summary>
    public void Set(TimeSpan by) => _now += by;
}
