namespace RgPolicy.Dbms.Connecting;

/// <summary>A session of the poll with its statements; thrown away as a whole when anything goes wrong on it.</summary>
internal interface IPollSession : IAsyncDisposable
{
    /// <summary>It can be used.</summary>
    bool IsOpen => true;
}

/// <summary>
/// The poll's session. A slow server may take longer to connect to than a poll may take: an attempt goes on, and the
/// next poll waits for the same one. Used by the loop alone.
/// </summary>
/// <param name="open">Connects.</param>
/// <param name="current">The session that there is; null to begin without one.</param>
internal sealed class PollLink<TSession>(Func<CancellationToken, Task<TSession>> open, TSession? current = null)
    : IAsyncDisposable
    where TSession : class, IPollSession
{
    private Task<TSession>? _opening;

    /// <summary>The session; null where there is none.</summary>
    public TSession? Current { get; private set; } = current;

    /// <summary>Leaves a server alone that refuses; null to ask each time.</summary>
    public LoginPause? Pause { get; init; }

    /// <summary>The refusal that a failure is, or null.</summary>
    public Func<Exception, ObserveException?> Refusal { get; init; } = static _ => null;

    /// <summary>Takes in a new session.</summary>
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

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        await DropAsync();
        if (_opening is { } opening && await Task.WhenAny(opening) is { IsCompletedSuccessfully: true } late)
            await (await late).DisposeAsync();
    }
}
