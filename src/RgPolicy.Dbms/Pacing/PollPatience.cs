namespace RgPolicy.Dbms.Pacing;

/// <summary>
/// How long polls must have been cheap before more of them are made: a minute, and twice as long, to
/// half an hour, each time that they were dear again within ten minutes. On a host whose load comes and goes they would
/// change every few seconds else.
/// </summary>
internal sealed class PollPatience(TimeProvider time)
{
    private static readonly TimeSpan First = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(30);
    private static readonly TimeSpan Lasting = TimeSpan.FromMinutes(10);

    private TimeSpan _needed = First;
    private long? _cheapSince;
    private long? _relaxedAt;

    /// <summary>Polls have been dear: they were made cheaper.</summary>
    public void Restrained()
    {
        _cheapSince = null;
        if (_relaxedAt is not { } relaxedAt)
            return;
        var longer = _needed * 2;
        _needed =
            time.GetElapsedTime(relaxedAt) >= Lasting ? First
            : longer < Longest ? longer
            : Longest;
    }

    /// <summary>Whether polls have been cheap for long enough; begins anew where they have.</summary>
    /// <param name="isCheap">Whether they are now.</param>
    public bool HasLasted(bool isCheap)
    {
        if (!isCheap)
            _cheapSince = null;
        else
            _cheapSince ??= time.GetTimestamp();
        if (_cheapSince is not { } since || time.GetElapsedTime(since) < _needed)
            return false;
        (_cheapSince, _relaxedAt) = (null, time.GetTimestamp());
        return true;
    }
}
