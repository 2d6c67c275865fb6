namespace RgPolicy.Cli.Tests.Clocks;

/// <summary>Whoever waits has waited at once.</summary>
internal sealed class SkippingTime : TimeProvider
{
    public TimeSpan Elapsed { get; private set; }

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public override long GetTimestamp() => Elapsed.Ticks;

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
    {
        if (dueTime > TimeSpan.Zero)
            Elapsed += dueTime;
        return System.CreateTimer(callback, state, dueTime > TimeSpan.Zero ? TimeSpan.Zero : dueTime, period);
    }
}
