namespace RgPolicy.Service.Loop;

/// <summary>
/// Judges polls by when the last good one was. A failed poll still is a completed turn for a while,
/// with everything left as it is; after that, what is governed on stale knowledge must be let go.
/// </summary>
internal sealed class PollHealth
{
    /// <summary>How long after the last good poll failed ones still hold everything as it is.</summary>
    public static readonly TimeSpan Grace = TimeSpan.FromSeconds(5);

    private readonly TimeProvider _time;
    private long _lastGood;

    /// <summary>Counts from now.</summary>
    public PollHealth(TimeProvider time)
    {
        _time = time;
        _lastGood = time.GetTimestamp();
    }

    /// <summary>Failed polls since the last good one.</summary>
    public int Failures { get; private set; }

    /// <summary>Failed polls since the start.</summary>
    public long TotalFailures { get; private set; }

    /// <summary>The last failure's message; null after a good poll.</summary>
    public string? LastError { get; private set; }

    /// <summary>True from the end of the grace period until a poll succeeds.</summary>
    public bool IsLost => Failures > 0 && _time.GetElapsedTime(_lastGood) > Grace;

    /// <summary>A poll succeeded.</summary>
    public void Succeeded()
    {
        _lastGood = _time.GetTimestamp();
        Failures = 0;
        LastError = null;
    }

    /// <summary>A poll failed or timed out.</summary>
    public void Failed(string message)
    {
        Failures++;
        TotalFailures++;
        LastError = message;
    }
}
