namespace RgPolicy.Dbms.Beside;

/// <summary>How long a reading beside the polls rests before the next one.</summary>
/// <param name="Shortest">From the beginning of one reading to that of the next.</param>
internal sealed record Pauses(TimeSpan Shortest)
{
    private const int MostDoublings = 6;
    private static readonly TimeSpan FirstRetry = TimeSpan.FromSeconds(1);

    /// <summary>A server logs each refused login: a lasting fault is tried again this rarely.</summary>
    public static readonly TimeSpan LongestRetry = TimeSpan.FromMinutes(1);

    /// <summary>What a pause grows to where reading is slow.</summary>
    public TimeSpan Longest { get; init; } = Shortest;

    /// <summary>The least part of the time that is spent reading: a pause is that many times as long as the
    /// reading.</summary>
    public int InReadings { get; init; }

    /// <summary>A reading that takes longer is cancelled, and counts as failed.</summary>
    public TimeSpan Limit { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>The pause after a reading that succeeded.</summary>
    public TimeSpan After(TimeSpan reading)
    {
        var pause = reading * InReadings;
        return pause < Shortest ? Shortest
            : pause > Longest ? Longest
            : pause;
    }

    /// <summary>The pause after this many failures in a row: twice as long after each.</summary>
    public static TimeSpan AfterFailures(int failures)
    {
        var pause = FirstRetry * (1 << Math.Min(failures - 1, MostDoublings));
        return pause < LongestRetry ? pause : LongestRetry;
    }
}
