namespace RgPolicy.Engine.Tracking;

/// <summary>How long to wait before something is tried again that has failed: each time twice as long.</summary>
internal static class GrowingPause
{
    /// <summary>The pause after one more failure.</summary>
    /// <param name="failures">How many there were before this one.</param>
    /// <param name="first">The pause after the first.</param>
    /// <param name="longest">Never longer.</param>
    public static TimeSpan After(int failures, TimeSpan first, TimeSpan longest)
    {
        var pause = first;
        for (; failures > 0 && pause < longest; failures--)
            pause *= 2;

        return pause < longest ? pause : longest;
    }
}
