namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>
/// When the open transactions are read. One that has just begun has neither written much nor waited long. To a query
/// within 0.1 s of the one before InnoDB gives the same answer again, and counts the 0.1 s anew from there: queried too
/// often it would give that answer for ever.
/// </summary>
internal sealed class TransactionPace(TimeProvider time)
{
    private static readonly TimeSpan Usual = TimeSpan.FromMilliseconds(130);

    // Only a function that locks, or SERIALIZABLE, makes a plain read wait.
    private static readonly TimeSpan WhereAllIsSettled = TimeSpan.FromMilliseconds(450);

    private long? _read;

    /// <summary>Whether they are due.</summary>
    /// <param name="isSettled">Whether everything that runs is settled.</param>
    public bool IsDue(bool isSettled) =>
        _read is not { } read || time.GetElapsedTime(read) >= (isSettled ? WhereAllIsSettled : Usual);

    /// <summary>They have been read.</summary>
    public void Read() => _read = time.GetTimestamp();
}
