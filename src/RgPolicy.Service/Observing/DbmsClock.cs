namespace RgPolicy.Service.Observing;

/// <summary>
/// Tells the DBMS's clock between polls. A poll brackets one reading of that clock by two of ours; the
/// middle of the tightest bracket of the last minute gives the offset.
/// </summary>
internal sealed class DbmsClock
{
    private static readonly TimeSpan Renewal = TimeSpan.FromMinutes(1);

    private readonly TimeProvider _time;
    private TimeSpan _tightest = TimeSpan.MaxValue;
    private DateTimeOffset _reference;
    private long _referenceStamp;
    private bool _isKeptElsewhere;

    /// <summary>Knows nothing until the first poll.</summary>
    public DbmsClock(TimeProvider time) => _time = time;

    /// <summary>The DBMS's clock now, as far as polls have told it.</summary>
    public DateTimeOffset Now => _isKeptElsewhere ? _reference : _reference + _time.GetElapsedTime(_referenceStamp);

    /// <summary>Half the width of the bracket: how wrong <see cref="Now"/> may be.</summary>
    public TimeSpan Uncertainty => _tightest / 2;

    /// <summary>Takes a poll's reading.</summary>
    /// <param name="reading">The DBMS's clock in the poll.</param>
    /// <param name="sent">Our timestamp when the poll was sent.</param>
    /// <param name="received">Our timestamp when its answer was here.</param>
    public void Synchronise(DateTimeOffset reading, long sent, long received)
    {
        var width = _time.GetElapsedTime(sent, received);
        if (width <= _tightest || _time.GetElapsedTime(_referenceStamp) > Renewal)
        {
            _tightest = width;
            _reference = reading;
            _referenceStamp = sent + ((received - sent) / 2);
        }
    }

    /// <summary>Takes a clock that someone else keeps, as a replay does; it stands still until the next
    /// reading.</summary>
    public void Set(DateTimeOffset reading)
    {
        _isKeptElsewhere = true;
        _tightest = TimeSpan.Zero;
        _reference = reading;
    }
}
