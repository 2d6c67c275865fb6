namespace RgPolicy.Dbms.Connecting;

/// <summary>
/// Leaves a server alone for a while that refuses the login or has no connection left, because it logs
/// each try: twice as long after each refusal. Used by one thread at a time.
/// </summary>
/// <param name="isFull">Whether a failure says that the server has no connection left.</param>
/// <param name="time">The clock.</param>
internal sealed class LoginPause(Func<ObserveException, bool> isFull, TimeProvider time)
{
    private static readonly TimeSpan First = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(1);

    // Slots are free again by themselves, and until then nothing is governed.
    private static readonly TimeSpan LongestWhileFull = TimeSpan.FromSeconds(30);

    private ObserveException? _refusal;
    private TimeSpan _pause;
    private long _since;

    /// <summary>Repeats the last refusal while its pause lasts.</summary>
    /// <exception cref="ObserveException">The server refused the login, or had no connection left, a
    /// moment ago.</exception>
    public void ThrowWhileRefused()
    {
        if (_refusal is { } refusal && time.GetElapsedTime(_since) < _pause)
        {
            throw new ObserveException(refusal.Message, refusal) { Lack = refusal.Lack };
        }
    }

    /// <summary>A try to connect has failed; only refusals count.</summary>
    public void Failed(ObserveException failure)
    {
        if (LongestAfter(failure) is not { } longest)
        {
            Connected();
            return;
        }

        _pause = _refusal is null ? First : _pause * 2;
        _pause = _pause < longest ? _pause : longest;
        (_refusal, _since) = (failure, time.GetTimestamp());
    }

    private TimeSpan? LongestAfter(ObserveException failure) =>
        failure.Lack == ServerLack.Refused ? Longest
        : isFull(failure) ? LongestWhileFull
        : null;

    /// <summary>The server has let RgPolicy in, or does not answer at all.</summary>
    public void Connected() => (_refusal, _pause) = (null, TimeSpan.Zero);
}
