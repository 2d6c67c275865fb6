namespace RgPolicy.Service.Watching;

/// <summary>How often something may be done: a few times at once, and in the long run once in a while. Threads
/// may share one.</summary>
internal sealed class Allowance(TimeProvider time, TimeSpan pause, int atOnce)
{
    private readonly object _gate = new();
    private double _left = atOnce;
    private long _at = time.GetTimestamp();

    /// <summary>Takes one, if there is one left.</summary>
    /// <param name="leave">So many are to be left for what matters more.</param>
    public bool TryTake(int leave = 0)
    {
        lock (_gate)
            return TryTakeNow(leave);
    }

    private bool TryTakeNow(int leave)
    {
        var now = time.GetTimestamp();
        _left = Math.Min(atOnce, _left + (time.GetElapsedTime(_at, now) / pause));
        _at = now;
        if (_left < 1 + leave)
            return false;
        _left--;
        return true;
    }
}
