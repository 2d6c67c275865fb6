namespace RgPolicy.Dbms.Fetching;

/// <summary>A token bucket: how many plans may be fetched.</summary>
internal sealed class FetchBudget(double perSecond, int burst, TimeProvider time)
{
    private double _tokens = burst;
    private long _at = time.GetTimestamp();

    /// <summary>Takes one, and tells how long to wait before it may be used.</summary>
    public TimeSpan Take()
    {
        var now = time.GetTimestamp();
        _tokens = Math.Min(burst, _tokens + (time.GetElapsedTime(_at, now).TotalSeconds * perSecond)) - 1;
        _at = now;
        return _tokens >= 0 ? TimeSpan.Zero : TimeSpan.FromSeconds(-_tokens / perSecond);
    }
}
