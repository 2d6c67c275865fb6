namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>
/// When the open transactions are read. One that has just begun has neither written much nor waited long. To a query
/// within 0.1 s of the one before InnoDB gives the same answer again, and counts the 0.1 s anew from there: queried too
/// often it would give that answer for ever.
/// </summary>
internal sealed class TransactionPace(TimeProvider time)
{
    private static readonly TimeSpan Usual = TimeSpan.FromMilliseconds(130);

    // Where nothing runs a transaction may have written. Where all is settled only a function that locks, or
    // SERIALIZABLE, makes a plain read wait.
    private static readonly TimeSpan WhereAllIsCalm = TimeSpan.FromMilliseconds(450);

    // InnoDB's 0.1 s and a little more, for its clock is another one.
    private static readonly TimeSpan Soonest = TimeSpan.FromMilliseconds(105);
    private static readonly TimeSpan LongestRest = TimeSpan.FromMilliseconds(20);

    private long? _read;

    /// <summary>Whether they are due.</summary>
    /// <param name="isCalm">Whether nothing runs, or everything that runs is settled.</param>
    public bool IsDue(bool isCalm) =>
        _read is not { } read || time.GetElapsedTime(read) >= (isCalm ? WhereAllIsCalm : Usual);

    /// <summary>How long a poll has to rest until they may be read out of turn; null where that is too long for
    /// one.</summary>
    public TimeSpan? RestBeforeSoonest()
    {
        var rest = _read is { } read ? Soonest - time.GetElapsedTime(read) : TimeSpan.Zero;
        return rest > LongestRest ? null : TimeSpan.FromTicks(Math.Max(0, rest.Ticks));
    }

    /// <summary>They have been read.</summary>
    public void Read() => _read = time.GetTimestamp();
}
