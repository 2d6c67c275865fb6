using RgPolicy.Dbms.Costs;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Explain.Guarding;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>The connections that explain, one per database, at most four; for one user at a time.</summary>
internal sealed class ExplainSessions(
    PostgresConnectionOptions options,
    OwnBackends own,
    IReadOnlyList<string> trustedRoles
) : IAsyncDisposable
{
    /// <summary>Connections at the same time.</summary>
    public const int Maximum = 4;

    private const int UsesPerConnection = 500;
    private const int CommandTimeoutSeconds = 2;

    // The least recently used comes first.
    private readonly List<ExplainSession> _open = [];

    // Of one version it is the same in all databases.
    private (Version? Version, RefusedNames? Refused) _known;

    /// <summary>What the connections are at; of those that were given up too, until they have ended.</summary>
    public PlanningWatch Planning { get; } = new(own);

    /// <summary>The connection to a database, opened where there is none.</summary>
    /// <exception cref="IOException">Too many that were given up have not ended.</exception>
    public async Task<ExplainSession> GetAsync(string database, CancellationToken cancellationToken)
    {
        var found = _open.Find(s => s.Database == database);
        if (found is not null && found.Uses < UsesPerConnection)
        {
            _open.Remove(found);
            _open.Add(found);
            return found;
        }

        if (found is not null)
            await CloseAsync(found);
        // Those that were given up count: the role's connections must be enough for the poll, whatever planning does.
        var stuck = Planning.GivenUp;
        if (stuck >= Maximum)
            throw new IOException(
                $"{stuck} backends that plan were given up and have not ended; no more are opened beside them"
            );
        while (_open.Count > 0 && _open.Count + stuck >= Maximum)
            await CloseAsync(_open[0]);
        var session = await PostgresSession.OpenAsync(
            options,
            database,
            CommandTimeoutSeconds,
            Planning.Own,
            cancellationToken
        );
        var version = session.Connection.PostgreSqlVersion;
        var opened = await ExplainSession.OpenAsync(
            session,
            database,
            trustedRoles,
            _known.Version == version ? _known.Refused : null,
            cancellationToken
        );
        _known = (version, opened.Guard.Refused);
        _open.Add(opened);
        return opened;
    }

    /// <summary>
    /// Ends one that cannot be trusted any more. Not waited for: the server may have much to send yet,
    /// or answer nothing any more.
    /// </summary>
    public void Abandon(ExplainSession session)
    {
        _open.Remove(session);
        Planning.GiveUp(session.Connection.ProcessID);
        _ = Task.Run(() => session.DisposeAsync().AsTask(), CancellationToken.None);
    }

    private async Task CloseAsync(ExplainSession session)
    {
        _open.Remove(session);
        await session.DisposeAsync();
    }

    /// <summary>Closes all.</summary>
    public async Task CloseAllAsync()
    {
        while (_open.Count > 0)
            await CloseAsync(_open[^1]);
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync() => await CloseAllAsync();
}
