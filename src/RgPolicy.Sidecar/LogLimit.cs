namespace RgPolicy.Sidecar;

/// <summary>How many lines clients may cause: some at once, then one every half second; the rest is counted.</summary>
internal sealed class LogLimit
{
    private const int AtOnce = 20;
    private static readonly TimeSpan Each = TimeSpan.FromMilliseconds(500);
    private TimeSpan _free = TimeSpan.MinValue;

    /// <summary>Lines that were left out since the last one that was not.</summary>
    internal int LeftOut { get; private set; }

    /// <summary>Whether a line may be written now.</summary>
    /// <param name="now">The time since any moment, which only grows.</param>
    internal bool MayWrite(TimeSpan now)
    {
        var from = now - (Each * AtOnce);
        var free = _free > from ? _free : from;
        if (free + Each > now)
        {
            LeftOut++;
            return false;
        }

        _free = free + Each;
        return true;
    }

    /// <summary>How many were left out, which is said now.</summary>
    internal int Tell()
    {
        var count = LeftOut;
        LeftOut = 0;
        return count;
    }
}
