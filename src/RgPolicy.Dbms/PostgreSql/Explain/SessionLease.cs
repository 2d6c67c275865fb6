namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>The connection that one plan is fetched over, so that whatever goes wrong tells which of
/// them is not used again.</summary>
internal sealed class SessionLease(ExplainSessions sessions)
{
    /// <summary>The last one that was taken, or null where none could be.</summary>
    public ExplainSession? Session { get; private set; }

    /// <summary>Takes the connection to a database.</summary>
    public async Task<ExplainSession> TakeAsync(string database, CancellationToken cancellationToken) =>
        Session = await sessions.GetAsync(database, cancellationToken);

    /// <summary>It is not used again.</summary>
    public void Abandon()
    {
        if (Session is { } session)
            sessions.Abandon(session);
    }
}
