using RgPolicy.Dbms.Beside;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Dbms.SqlServer.Roles;
using RgPolicy.Engine.Observe.Resources;

namespace RgPolicy.Dbms.SqlServer.Resources;

/// <summary>The last reading of a server's resources, read beside the poll on a connection of its own: once a second,
/// more rarely, to every 10 s, where reading is slow. Used by the loop alone.</summary>
internal sealed class ResourceCache(
    OwnLink link,
    ConcurrentDictionary<int, byte> own,
    bool hasFractions,
    ObserverNotes notes,
    TimeProvider time
)
    : BesideCache<ServerResources>(
        Pauses,
        new FailureNote(notes, "resource pools and running requests", SqlServerError.Advice),
        time
    )
{
    private const int MostSessions = 500;
    private static readonly TimeSpan LongestAge = TimeSpan.FromSeconds(20);
    private static readonly Pauses Pauses = new(TimeSpan.FromSeconds(1))
    {
        Longest = TimeSpan.FromSeconds(10),
        InReadings = 20,
    };

    private readonly ResourceReader _reader = new(own, hasFractions, time);
    private readonly SessionTurns _turns = new(MostSessions);
    private HashSet<RunningRequest> _before = [];
    private List<int> _sessions = [];
    private ServerResources? _last;

    /// <summary>The last reading; null before the first one, after two that failed, and when it is too
    /// old to mean anything.</summary>
    public ServerResources? Last => !Beside.IsFailing && Beside.Age < LongestAge ? _last : null;

    /// <summary>The sysadmins as they were read last; null before the first reading.</summary>
    public Sysadmins? Sysadmins { get; private set; }

    /// <summary>Processor time of RgPolicy's own sessions, as it was read last; null before the first
    /// reading.</summary>
    public TimeSpan? OwnCpu { get; private set; }

    public void Update(IReadOnlyList<RunningRequest> running)
    {
        if (Beside.Take(out var read))
            (_last, Sysadmins, OwnCpu) = (read, _reader.Sysadmins, _reader.OwnCpu);
        if (!Beside.IsDue)
            return;
        // Those that were there at the reading before are worth a look: the short ones are gone when
        // the answer is here.
        _sessions = _turns.Next([
            .. running
                .Where(each => each.Session is { IsHidden: false } && _before.Contains(each))
                .Select(each => each.Row.SessionId)
                .Distinct(),
        ]);
        _before = [.. running];
        Beside.Ask();
    }

    protected override async Task<ServerResources> ReadAsync(CancellationToken cancellationToken) =>
        await _reader.ReadAsync(await link.OpenAsync(cancellationToken), _sessions, cancellationToken);

    protected override Task CloseAsync() => link.CloseAsync();
}

/// <summary>Which sessions are asked about where there are too many for one reading: all have their turn.</summary>
internal sealed class SessionTurns(int most)
{
    private int _last;

    public List<int> Next(List<int> sessions)
    {
        if (sessions.Count <= most)
            return sessions;
        List<int> next = [.. sessions.OrderBy(session => session <= _last).ThenBy(session => session).Take(most)];
        _last = next[^1];
        return next;
    }
}
