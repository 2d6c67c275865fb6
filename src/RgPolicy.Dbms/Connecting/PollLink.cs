namespace RgPolicy.Dbms.Connecting;

/// <summary>A session of the poll with its statements; thrown away as a whole when anything goes wrong on it.</summary>
internal interface IPollSession : IAsyncDisposable
{
    bool IsOpen => true;
}

/// <summary>
/// The poll's session. A slow server may take longer to connect to than a poll may take: an attempt goes on, and the
/// next poll waits for the same one. Used by the loop alone.
/// </summary>
/// <remarks><c>current</c>: the session that there is; null to begin without one.</remarks>
internal sealed class PollLink<TSession>(Func<CancellationToken, Task<TSession>> open, TSession? current = null)
    : IAsyncDisposable
    where TSession : class, IPollSession
{
    private Task<TSession>? _opening;

    public TSession? Current { get; private set; } = current;

    /// <summary>Leaves a server alone that refuses; null to ask each time.</summary>
    public LoginPause? Pause { get; init; }

    /// <summary>The refusal that a failure is, or null.</summary>
    public Func<Exception, ObserveException?> Refusal { get; init; } = static _ => null;

    public Action<TSession> Opened { get; init; } = static _ => { };

    /// <summary>The session, begun anew where there is none.</summary>
    /// <exception cref="ObserveException">The server refuses, or did so a moment ago.</exception>
    public async Task<TSession> GetAsync(CancellationToken cancellationToken)
    {
        if (Current is { IsOpen: true } session)
            return session;
        await DropAsync();
        Pause?.ThrowWhileRefused();
        var opening = _opening ??= open(CancellationToken.None);
        await Task.WhenAny(opening, Task.Delay(Timeout.Infinite, cancellationToken));
        cancellationToken.ThrowIfCancellationRequested();
        _opening = null;
        try
        {
            session = await opening;
        }
        catch (Exception e) when (Refusal(e) is { } failure)
        {
            throw Refused(failure);
        }

        Pause?.Connected();
        Current = session;
        Opened(session);
        return session;
    }

    private ObserveException Refused(ObserveException failure)
    {
        Pause?.Failed(failure);
        return failure;
    }

    /// <summary>Ends the session; one that is on its way comes all the same.</summary>
    public async Task DropAsync()
    {
        if (Current is not { } session)
            return;
        Current = null;
        await session.DisposeAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await DropAsync();
        if (_opening is { } opening && await Task.WhenAny(opening) is { IsCompletedSuccessfully: true } late)
            await (await late).DisposeAsync();
    }
}

/// <summary>
/// Leaves a server alone for a while that refuses the login or has no connection left, because it logs
/// each try: twice as long after each refusal. Used by one thread at a time.
/// </summary>
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
            throw new ObserveException(refusal.Message, refusal) { Lack = refusal.Lack };
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
