using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.Starting;

namespace RgPolicy.Dbms.PostgreSql.Poll;

internal sealed class PostgresPollConnection : IPollSession
{
    // A poll has a limit of its own, which is shorter; on a full host what is asked once may take
    // longer than what is asked always.
    private const int CommandTimeoutSeconds = 8;

    private PollCost? _cost;

    private PostgresPollConnection(PostgresSession session, ServerTraits traits, ActivityPoll activity)
    {
        (Session, Traits, Activity, Texts) = (session, traits, activity, new ActivityTexts(session, traits.TextSize));
        (Locks, Writers, Starts) = (new LockWaits(session), new WriterLocks(session), new StatementStarts(session));
        Progress = new CommandProgress(session);
    }

    public PostgresSession Session { get; }
    public ServerTraits Traits { get; }
    public ActivityPoll Activity { get; }
    public ActivityTexts Texts { get; }
    public LockWaits Locks { get; }
    public WriterLocks Writers { get; }
    public StatementStarts Starts { get; }
    public CommandProgress Progress { get; }

    public PollCost Cost => _cost ??= new PollCost(Session.ProcessId);

    public ServerFacts FactsFor(PostgresConnectionOptions options) =>
        Traits.FactsAt(options.Target, options.IsLocal && Cost.IsBackendHere ? Session.ProcessId : null);

    public static async Task<PostgresPollConnection> OpenAsync(
        PostgresConnectionOptions options,
        OwnBackends own,
        StartSteps steps,
        CancellationToken cancellationToken
    )
    {
        // The step's limit ends it, however often that is given, and never the driver's before it.
        var patient = options with
        {
            ConnectTimeout = options.ConnectTimeout * StartSteps.MostTimes,
        };
        var session = await steps.RunAsync(
            StartStep.Connect with
            {
                Limit = options.ConnectTimeout,
            },
            token => PostgresSession.OpenAsync(patient, null, CommandTimeoutSeconds, own, token),
            cancellationToken
        );
        try
        {
            var traits = await steps.RunAsync(
                StartStep.Catalog,
                token => ServerTraitsReader.ReadAsync(session, options, token),
                cancellationToken
            );
            return await steps.RunAsync(
                StartStep.Prepare,
                token => PrepareAsync(session, traits, options, token),
                cancellationToken
            );
        }
        catch
        {
            // Not waited for: where the server answers no more, the connection's end may take as long
            // as the network likes.
            _ = Task.Run(() => session.DisposeAsync().AsTask(), CancellationToken.None);
            throw;
        }
    }

    private static async Task<PostgresPollConnection> PrepareAsync(
        PostgresSession session,
        ServerTraits traits,
        PostgresConnectionOptions options,
        CancellationToken cancellationToken
    )
    {
        var activity = await ActivityPoll.PrepareAsync(session, options.ClientBackendTypes, cancellationToken);
        var link = new PostgresPollConnection(session, traits, activity);
        foreach (var query in (BackendQuery[])[link.Texts, link.Locks, link.Writers, link.Starts])
            await query.PrepareAsync(cancellationToken);
        return link;
    }

    public async ValueTask DisposeAsync()
    {
        await Session.DisposeAsync();
        await Activity.DisposeAsync();
        await Texts.DisposeAsync();
        await Locks.DisposeAsync();
        await Writers.DisposeAsync();
        await Starts.DisposeAsync();
        await Progress.DisposeAsync();
        _cost?.Dispose();
    }
}

/// <summary>What a poll costs the server: processor time of the poll's own backend where its process is on this host
/// and may be read, else the time that it took by the server's clock, which is never less.</summary>
internal sealed class PollCost : IDisposable
{
    private readonly BackendCpu? _cpu;
    private TimeSpan _before;

    /// <summary>For a backend on this host, or on another: then the file is not there.</summary>
    public PollCost(int processId) => _cpu = BackendCpu.Open(processId, PostgresBackends.Program);

    public bool IsBackendHere => _cpu is not null;

    public void Begin() => _before = _cpu?.Read() ?? default;

    public TimeSpan End(TimeSpan elapsed) => _cpu is null ? elapsed : _cpu.Read() - _before;

    public void Dispose() => _cpu?.Dispose();
}
