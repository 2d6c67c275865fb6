using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Poll;

internal sealed class MySqlPollSession : IPollSession
{
    private readonly BackendCpu? _cpu;

    private MySqlPollSession(MySqlLink link, MySqlServerTraits traits)
    {
        (Link, Traits) = (link, traits);
        Source = SourceOf(traits);
        Sessions = new SessionPoll(link, Source, HasClockOfHost(traits, Source));
        Locks = new LockPoll(link, traits);
        _cpu = traits.ProcessId is null ? null : BackendCpu.Open(traits.ThreadId, "");
        if (traits.ProcessId is not null)
            link.Measure(traits.ThreadId);
    }

    public MySqlLink Link { get; }
    public MySqlServerTraits Traits { get; }
    public SessionSource Source { get; private set; }
    public SessionPoll Sessions { get; private set; }
    public LockPoll Locks { get; }

    /// <summary>What the connection has cost the server so far; null where that cannot be read.</summary>
    public TimeSpan? Cpu => _cpu?.Read();

    /// <exception cref="ObserveException">It cannot be reached, refuses the login, or is not observed.</exception>
    public static async Task<MySqlPollSession> OpenAsync(
        MySqlConnectionOptions options,
        OwnBackends own,
        CancellationToken cancellationToken
    )
    {
        var link = await MySqlLink.OpenAsync(options, own, cancellationToken);
        try
        {
            return new MySqlPollSession(link, await MySqlTraitsReader.ReadAsync(link, options, cancellationToken));
        }
        catch (Exception e)
        {
            await link.DisposeAsync();
            cancellationToken.ThrowIfCancellationRequested();
            if (e is ObserveException || !MySqlFailure.IsExpected(e))
                throw;
            throw MySqlFailure.Connecting(options, e);
        }
    }

    /// <summary>A MariaDB by performance_schema: prepared statements may be missing there.</summary>
    public bool MayMissStatements => Traits.IsMariaDb && Source != SessionSource.ProcessList;

    public void ReadListOfSessions()
    {
        Source = SessionSource.ProcessList;
        Sessions = new SessionPoll(Link, Source, hasClockOfHost: false);
    }

    public async ValueTask DisposeAsync()
    {
        _cpu?.Dispose();
        await Link.DisposeAsync();
    }

    // Where starts are exact, the clock has to be read when the rows are.
    private static bool HasClockOfHost(MySqlServerTraits traits, SessionSource source) =>
        traits is { IsMariaDb: true, ProcessId: not null } && !source.HasExactStarts;

    /// <summary>The list of sessions where it has to be: MySQL's own list is never asked, for it stops the
    /// server.</summary>
    private static SessionSource SourceOf(MySqlServerTraits traits) =>
        traits switch
        {
            { HasPerformanceSchema: true, HasStatementEvents: true } => SessionSource.ThreadsWithEvents,
            { HasPerformanceSchema: true } => SessionSource.Threads,
            _ => SessionSource.ProcessList,
        };
}
