namespace RgPolicy.Service.Observing;

/// <summary>One poll within two seconds, whatever goes wrong as a value. The observer connects again by itself; how
/// often it may try is said here, by the pause between polls that keep failing.</summary>
internal static class BoundedPoll
{
    /// <summary>The longest that a poll, a new connection included, may take; the loop keeps the lease
    /// meanwhile.</summary>
    public static readonly TimeSpan Longest = TimeSpan.FromSeconds(2);

    private static readonly TimeSpan LongestPauseWhileHolding = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan LongestPauseWhenLost = TimeSpan.FromSeconds(2);

    /// <summary>Polls once.</summary>
    /// <returns>What was seen, or null and why not.</returns>
    public static async Task<(Observation? Seen, string? Error)> RunAsync(
        IObserver observer,
        bool findBlocking,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        using var late = new CancellationTokenSource(Longest, time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(late.Token, cancellationToken);
        try
        {
            return (await observer.PollAsync(findBlocking, both.Token), null);
        }
        catch (Exception failure) when (!cancellationToken.IsCancellationRequested)
        {
            // Whatever goes wrong while observing is one failed poll: the loop goes on, and lets go in time.
            return (
                null,
                failure is OperationCanceledException ? "The DBMS did not answer within 2 s." : failure.Message
            );
        }
    }

    /// <summary>How long to wait before the next poll: doubled with each failure, but short enough for the lease while
    /// everything is still held.</summary>
    public static TimeSpan Pause(TimeSpan interval, int failures, bool isLost)
    {
        var longest = isLost ? LongestPauseWhenLost : LongestPauseWhileHolding;
        var pause = interval * Math.Pow(2, Math.Clamp(failures - 1, 0, 10));
        return failures == 0 || pause < longest ? pause : longest;
    }
}
