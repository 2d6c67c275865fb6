namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>
/// Whether throttled loads hold up the log. One that is preempted while it writes the log keeps every commit waiting,
/// and nothing tells who that is: where a commit has waited for long, all loads are let out, and for twice as long each
/// time that it happens again.
/// </summary>
internal sealed class LogWatch
{
    // Beside throttled loads 99.9 % of commits took less on the machines that were measured.
    private static readonly TimeSpan Long = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan Shortest = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(30);

    // The engine throttles nothing again before that.
    private static readonly TimeSpan Aftermath = TimeSpan.FromSeconds(0.5);

    private DateTime _last;
    private DateTime _throttledAgain;
    private DateTime _until;
    private TimeSpan _length = Shortest;

    /// <summary>True while loads are to be let out.</summary>
    /// <param name="now">The server's time of the poll.</param>
    /// <param name="waitsSince">Since when something that is no load waits for the log, the longest of them; null where
    /// nothing does. What began to wait while loads were let out says nothing of throttled ones.</param>
    public bool LetsLoadsOut(DateTime now, DateTime? waitsSince)
    {
        // The server's clock was set back.
        if (now < _last)
            _until = _throttledAgain = now;
        _last = now;
        if (now < _until)
            return true;
        if (waitsSince is not { } since || since < _throttledAgain || now - since < Long)
            return false;
        _length = now - _throttledAgain > Longest ? Shortest : Min(_length * 2, Longest);
        (_until, _throttledAgain) = (now + _length, now + _length + Aftermath);
        return true;
    }

    private static TimeSpan Min(TimeSpan one, TimeSpan other) => one < other ? one : other;
}
