using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Explain.Guarding;

namespace RgPolicy.Dbms.PostgreSql.Explain;

/// <summary>The connections that explain, one per database and role, at most four; for one user at a time.</summary>
internal sealed class ExplainSessions(
    PostgresConnectionOptions options,
    OwnBackends own,
    IReadOnlyList<string> trustedRoles,
    TimeProvider time
) : IAsyncDisposable
{
    public const int Maximum = 4;

    private const int UsesPerConnection = 500;
    private const int CommandTimeoutSeconds = 2;

    // The least recently used comes first.
    private readonly List<(string User, ExplainSession Session)> _open = [];

    // Of one version it is the same in all databases.
    private (Version? Version, RefusedNames? Refused) _known;

    /// <summary>What the connections are at; of those that were given up too, until they have ended.</summary>
    public PlanningWatch Planning { get; } = new(own);

    public ClosedLogins Closed { get; } = new(time);

    public Task<ExplainSession> ObserverAsync(string database, CancellationToken cancellationToken) =>
        GetAsync(options, database, null, cancellationToken);

    /// <summary>The connection that plans what a login sent: of that login itself where the options say so and the server
    /// allows it, else of the role that plans.</summary>
    /// <exception cref="IOException">Too many that were given up have not ended.</exception>
    public async Task<ExplainSession> PlannerAsync(string database, string login, CancellationToken cancellationToken)
    {
        if (options.PlansAsLogin && login.Length > 0 && !Closed.Contains(login))
        {
            try
            {
                var own = await GetAsync(options.As(login), database, login, cancellationToken);
                Closed.Remove(login);
                return own;
            }
            catch (PostgresException e) when (IsRefusal(e.SqlState))
            {
                Closed.Add(login, e.MessageText);
            }
            catch (SuperuserException e)
            {
                Closed.Add(login, e.Message);
            }
        }

        if (options.PlanUser is not { } user)
            return await ObserverAsync(database, cancellationToken);
        var observer = await ObserverAsync(database, cancellationToken);
        var planner = await GetAsync(options.As(user), database, null, cancellationToken);
        planner.Observer = observer;
        return planner;
    }

    /// <summary>Ends one that cannot be trusted any more. Not waited for: the server may have much to send yet, or
    /// answer nothing any more.</summary>
    public void Abandon(ExplainSession session)
    {
        _open.RemoveAll(each => each.Session == session);
        Planning.GiveUp(session.ProcessId);
        _ = Task.Run(() => session.DisposeAsync().AsTask(), CancellationToken.None);
        if (session.Observer != session)
            Abandon(session.Observer);
    }

    public async Task CloseAllAsync()
    {
        while (_open.Count > 0)
            await CloseAsync(_open[^1].Session);
    }

    public async ValueTask DisposeAsync() => await CloseAllAsync();

    private async Task<ExplainSession> GetAsync(
        PostgresConnectionOptions role,
        string database,
        string? login,
        CancellationToken cancellationToken
    )
    {
        var (_, found) = _open.Find(each => each.User == role.User && each.Session.Database == database);
        if (found is not null && found.Uses < UsesPerConnection)
        {
            _open.RemoveAll(each => each.Session == found);
            _open.Add((role.User, found));
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
            await CloseAsync(_open[0].Session);
        var opened = await OpenAsync(role, database, login, cancellationToken);
        _open.Add((role.User, opened));
        return opened;
    }

    private async Task<ExplainSession> OpenAsync(
        PostgresConnectionOptions role,
        string database,
        string? login,
        CancellationToken cancellationToken
    )
    {
        var session = await PostgresSession.OpenAsync(
            role,
            database,
            CommandTimeoutSeconds,
            Planning.Own,
            cancellationToken
        );
        // That of the observer itself is asked when it connects.
        if (role.User != options.User)
            await RefuseSuperuserAsync(session, role.User, cancellationToken);
        var version = session.Connection.PostgreSqlVersion;
        var opened = await ExplainSession.OpenAsync(
            session,
            database,
            login,
            trustedRoles,
            _known.Version == version ? _known.Refused : null,
            cancellationToken
        );
        _known = (version, opened.Guard.Refused);
        return opened;
    }

    // Of a login, its connections, or its right to connect; whatever else goes wrong may be over at once.
    private static bool IsRefusal(string state) =>
        state.StartsWith("28", StringComparison.Ordinal)
        || state is PostgresErrorCodes.InsufficientPrivilege or PostgresErrorCodes.TooManyConnections;

    private static async Task RefuseSuperuserAsync(
        PostgresSession session,
        string user,
        CancellationToken cancellationToken
    )
    {
        const string Sql = "SELECT current_setting('is_superuser')";
        if (await PostgresQuery.AskAsync(session.Connection, Sql, [], cancellationToken) is "off")
            return;
        await session.DisposeAsync();
        throw new SuperuserException(user);
    }

    private async Task CloseAsync(ExplainSession session)
    {
        _open.RemoveAll(each => each.Session == session);
        await session.DisposeAsync();
    }

    private sealed class SuperuserException(string user)
        : IOException($"{user} is a superuser: what planning runs would run as one");
}

/// <summary>The connection that one plan is fetched over, so that whatever goes wrong tells which of
/// them is not used again.</summary>
internal sealed class SessionLease(ExplainSessions sessions, string login)
{
    private TimeSpan _used;
    private int _processId;

    /// <summary>The last one that was taken, or null where none could be.</summary>
    public ExplainSession? Session { get; private set; }

    public async Task<ExplainSession> TakeAsync(string database, CancellationToken cancellationToken) =>
        Use(await sessions.PlannerAsync(database, login, cancellationToken));

    public async Task<ExplainSession> TakeObserverAsync(string database, CancellationToken cancellationToken) =>
        Use(await sessions.ObserverAsync(database, cancellationToken));

    public TimeSpan End()
    {
        if (_processId != 0)
            _used += sessions.Planning.End(_processId) ?? TimeSpan.Zero;
        _processId = 0;
        return _used;
    }

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
