namespace RgPolicy.Service.Enforcing;

/// <summary>Doubles the wait between attempts, from a first to a longest one.</summary>
internal sealed class BackOff(TimeProvider time, TimeSpan first, TimeSpan longest)
{
    private TimeSpan _wait;
    private long _last;

    /// <summary>True when the next attempt may be made.</summary>
    public bool IsDue => time.GetElapsedTime(_last) >= _wait;

    /// <summary>From one attempt to the next; zero after a success.</summary>
    public TimeSpan Wait => _wait;

    public void Failed()
    {
        _last = time.GetTimestamp();
        _wait = _wait == TimeSpan.Zero ? first : _wait + _wait;
        _wait = _wait < longest ? _wait : longest;
    }

    public void Reset() => _wait = TimeSpan.Zero;
}
