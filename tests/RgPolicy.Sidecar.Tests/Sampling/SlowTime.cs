namespace RgPolicy.Sidecar.Tests.Sampling;

/// <summary>A clock that is some milliseconds further each time it is looked at.</summary>
internal sealed class SlowTime : TimeProvider
{
    private long _milliseconds;

    public override long TimestampFrequency => 1000;

    public override long GetTimestamp() => _milliseconds += Step;

    internal int Step { get; set; } = 1;

    internal void Skip(int milliseconds) => _milliseconds += milliseconds;
}
