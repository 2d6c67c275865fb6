namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>The connection that one plan is fetched over, so that whatever goes wrong tells which of
/// them is not used again.</summary>
/// <param name="sessions">The connections.</param>
/// <param name="login">The login whose statement it is for.</param>
internal sealed class SessionLease(ExplainSessions sessions, string login)
{
    private TimeSpan _used;
    private int _processId;

    /// <summary>The last one that was taken, or null where none could be.</summary>
    public ExplainSession? Session { get; private set; }

    /// <summary>Takes the connection that plans in a database.</summary>
    public async Task<ExplainSession> TakeAsync(string database, CancellationToken cancellationToken) =>
        Use(await sessions.PlannerAsync(database, login, cancellationToken));

    /// <summary>Takes the connection that may see what other logins run.</summary>
    public async Task<ExplainSession> TakeObserverAsync(string database, CancellationToken cancellationToken) =>
        Use(await sessions.ObserverAsync(database, cancellationToken));

    /// <summary>The statement is done with.</summary>
    /// <returns>The processor time that all of it took on the server.</returns>
    public TimeSpan End()
    {
        if (_processId != 0)
            _used += sessions.Planning.End(_processId) ?? TimeSpan.Zero;
        _processId = 0;
        return _used;
    }

    /// <summary>It is not used again.</summary>
    public void Abandon()
    {
        if (Session is not { } session)
            return;
        // Once it is given up there is no telling what it has used.
        _used += sessions.Planning.Used(_processId) ?? TimeSpan.Zero;
        _processId = 0;
        sessions.Abandon(session);
    }

    private ExplainSession Use(ExplainSession session)
    {
        if (session != Session)
        {
            End();
            (Session, _processId) = (session, session.ProcessId);
            sessions.Planning.Begin(_processId, login);
        }

        return session;
    }
}
