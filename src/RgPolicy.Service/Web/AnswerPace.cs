namespace RgPolicy.Service.Web;

/// <summary>
/// How fast answers are given: a thousand in a second, and fifty at once. Requests beyond that wait for their turn, so
/// that the processor is left to the loop.
/// </summary>
internal sealed class AnswerPace(TimeProvider time)
{
    private const int PerSecond = 1000;
    private const int AtOnce = 50;

    private readonly object _gate = new();
    private readonly long _start = time.GetTimestamp();
    private TimeSpan _free = TimeSpan.MinValue;

    /// <summary>How long this answer has to wait.</summary>
    public TimeSpan Next()
    {
        lock (_gate)
        {
            var now = time.GetElapsedTime(_start);
            var from = now - TimeSpan.FromSeconds((double)AtOnce / PerSecond);
            _free = (_free > from ? _free : from) + TimeSpan.FromSeconds(1.0 / PerSecond);
            return _free > now ? _free - now : TimeSpan.Zero;
        }
    }
}
