namespace RgPolicy.Dbms.Trials;

internal sealed class TrialServer<TSession> : ITrialServer
    where TSession : class, ITrialSession, IAsyncDisposable
{
    private readonly List<TSession> _sessions = [];
    private readonly IAsyncDisposable? _source;

    private TrialServer(TrialFacts facts, IAsyncDisposable? source) => (Facts, _source) = (facts, source);

    public TrialFacts Facts { get; }

    public IReadOnlyList<ITrialSession> Sessions => _sessions;

    public TSession First => _sessions[0];

    /// <summary>Connects; where that fails nothing is left.</summary>
    /// <remarks><c>readFacts</c>: asks the server, before its own sessions are others. <c>clients</c>: sessions, at
    /// least one. <c>explain</c>: a failure in words for people; null where it is none of the server's.</remarks>
    /// <exception cref="TrialException">The server cannot be reached, or has no room for so many.</exception>
    public static async Task<TrialServer<TSession>> ConnectAsync(
        Func<Task<TrialFacts>> readFacts,
        Func<Task<TSession>> open,
        int clients,
        Func<Exception, string?> explain,
        IAsyncDisposable? source = null
    )
    {
        TrialServer<TSession>? server = null;
        try
        {
            server = new TrialServer<TSession>(await readFacts(), source);
            while (server._sessions.Count < clients)
                server._sessions.Add(await open());
            return server;
        }
        catch (Exception e)
        {
            await ((server ?? source)?.DisposeAsync() ?? ValueTask.CompletedTask);
            if (e is not TrialException && explain(e) is { } reason)
                throw new TrialException(reason, true, e);
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var session in _sessions)
            await session.DisposeAsync();
        await (_source?.DisposeAsync() ?? ValueTask.CompletedTask);
    }
}
