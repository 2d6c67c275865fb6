namespace RgPolicy.Sidecar.Keeping;

/// <summary>
/// The least of the numbers seen within the last one to two seconds. A program that computes without
/// end is in each of them; one that waits now and then, as clients of the server do, is missing in some.
/// </summary>
internal sealed class LeastOfASecond
{
    private static readonly TimeSpan Span = TimeSpan.FromSeconds(1);
    private TimeSpan _begun;
    private int _before;
    private int _now = int.MaxValue;

    /// <summary>Takes in a number and returns the least; 0 until a whole second has been seen.</summary>
    /// <param name="number">What was counted.</param>
    /// <param name="at">When, on a clock without jumps.</param>
    internal int See(int number, TimeSpan at)
    {
        if (at - _begun >= Span)
        {
            // After a pause nothing is known of what ran meanwhile.
            _before = at - _begun >= 2 * Span || _now == int.MaxValue ? 0 : _now;
            (_begun, _now) = (at, int.MaxValue);
        }

        _now = Math.Min(_now, number);
        return Math.Min(_before, _now);
    }
}
