namespace RgPolicy.Dbms.PostgreSql.Connect;

/// <summary>
/// Leaves a server alone for a while that refuses the login, because it logs each try: twice as long after each refusal. Used by
/// one thread at a time.
/// </summary>
internal sealed class LoginPause(TimeProvider time)
{
    private static readonly TimeSpan First = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(1);

    private ObserveException? _refusal;
    private TimeSpan _pause;
    private long _since;

    /// <summary>Repeats the last refusal while its pause lasts.</summary>
    /// <exception cref="ObserveException">The server refused the login a moment ago.</exception>
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
        if (failure.Lack != ServerLack.Refused)
        {
            Connected();
            return;
        }

        _pause = _refusal is null ? First : _pause * 2;
        _pause = _pause < Longest ? _pause : Longest;
        (_refusal, _since) = (failure, time.GetTimestamp());
    }

    /// <summary>The server has let RgPolicy in, or does not answer at all.</summary>
    public void Connected() => (_refusal, _pause) = (null, TimeSpan.Zero);
}
