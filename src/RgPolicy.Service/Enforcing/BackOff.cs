namespace RgPolicy.Service.Enforcing;

/// <summary>Doubles the wait between attempts, from a first to a longest one.</summary>
internal sealed class BackOff
{
    private readonly TimeProvider _time;
    private readonly TimeSpan _first;
    private readonly TimeSpan _longest;
    private TimeSpan _wait;
    private long _last;

    /// <summary>The first attempt is due at once.</summary>
    public BackOff(TimeProvider time, TimeSpan first, TimeSpan longest)
    {
        _time = time;
        _first = first;
        _longest = longest;
    }

    /// <summary>True when the next attempt may be made.</summary>
    public bool IsDue => _time.GetElapsedTime(_last) >= _wait;

    /// <summary>From one attempt to the next; zero after a success.</summary>
    public TimeSpan Wait => _wait;

    public void Failed()
    {
        _last = _time.GetTimestamp();
        _wait = _wait == TimeSpan.Zero ? _first : _wait + _wait;
        _wait = _wait < _longest ? _wait : _longest;
    }

    public void Reset() => _wait = TimeSpan.Zero;
}
