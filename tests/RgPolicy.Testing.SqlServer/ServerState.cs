using System.Diagnostics;
using RgPolicy.Testing.SqlServer.Events;
using RgPolicy.Testing.SqlServer.Faults;
using RgPolicy.Testing.SqlServer.Governor;
using RgPolicy.Testing.SqlServer.Login;
using RgPolicy.Testing.SqlServer.QueryStore;
using RgPolicy.Testing.SqlServer.Tds;
using RgPolicy.Testing.SqlServer.Workload;

namespace RgPolicy.Testing.SqlServer;

/// <summary>All that a server knows. Whoever reads or changes it holds <see cref="Gate"/>.</summary>
internal sealed class ServerState
{
    private const int FirstSession = 51;
    private const int DefaultGroup = 2;

    private readonly Stopwatch _clock = Stopwatch.StartNew();
    private readonly DateTime _started = DateTime.UtcNow;
    private readonly SortedDictionary<int, SessionRow> _sessions = [];

    /// <summary>A server as its options say.</summary>
    public ServerState(ScriptedServerOptions options, Scenario scenario)
    {
        Name = options.Name;
        Release = ServerRelease.Of(options.Release, options.Edition);
        Governor = new GovernorStore(
            Release.HasGovernor,
            group => _sessions.Values.Any(session => session.Group == group)
        );
        Scenario = scenario;
        Logins = scenario
            .Logins.Concat(options.Logins.Select(LoginRow.Parse))
            .ToDictionary(each => each.Name, StringComparer.OrdinalIgnoreCase);
        Logins.TryAdd("sa", LoginRow.Of("sa", ScriptedServer.Password, ["sysadmin"]));
        Workload =
        [
            .. scenario.Sessions.Select(each => new ScriptedSession(
                each.Name,
                Add(Logins[each.Login], each.App, each.Host, DefaultGroup, static () => { }, each.Database).Id,
                each.Database,
                each.Requests
            )),
        ];
    }

    public object Gate { get; } = new();

    /// <summary>What it calls itself.</summary>
    public string Name { get; }

    public ServerRelease Release { get; }

    public GovernorStore Governor { get; }

    public HintCache Hints { get; } = new();

    public EventStore Events { get; } = new();

    public FaultRegistry Faults { get; } = new();

    /// <summary>The option <c>max degree of parallelism</c>; 0 is no limit.</summary>
    public int MaxDop { get; set; }

    public Scenario Scenario { get; }

    public Dictionary<string, LoginRow> Logins { get; }

    /// <summary>The sessions that the scenario plays; those that were ended are missing.</summary>
    public List<ScriptedSession> Workload { get; }

    /// <summary>The availability groups that it is in.</summary>
    public IReadOnlyList<ScriptedGroup> Groups { get; set; } = [];

    /// <summary>Batches that were not understood.</summary>
    public List<string> NotUnderstood { get; } = [];

    public IReadOnlyDictionary<int, SessionRow> Sessions => _sessions;

    /// <summary>Seconds since the start.</summary>
    public double Seconds => _clock.Elapsed.TotalSeconds;

    /// <summary>The clock.</summary>
    public DateTime Utc => _started + _clock.Elapsed;

    /// <summary>A moment of the scenario.</summary>
    public DateTime MomentOf(double seconds) => Sql.Conversion.Rounded(_started.AddSeconds(seconds));

    /// <summary>Begins a session with the lowest free number.</summary>
    public SessionRow Add(LoginRow login, string app, string host, int group, Action cut, string database)
    {
        var id = FirstSession;
        while (_sessions.ContainsKey(id))
            id++;
        return _sessions[id] = new SessionRow(id, login, app, host, group, Guid.NewGuid())
        {
            Cut = cut,
            Database = database,
            Began = MomentOf(Seconds),
        };
    }

    /// <summary>Ends a session.</summary>
    /// <exception cref="SqlFailure">There is none.</exception>
    public void End(int id)
    {
        if (!_sessions.Remove(id, out var session))
            throw new SqlFailure(6106, FormattableString.Invariant($"Process ID {id} is not an active process ID."));
        Workload.RemoveAll(each => each.Session == id);
        session.Cut();
    }

    /// <summary>Ends every session of a client.</summary>
    public void EndAll()
    {
        foreach (
            var session in _sessions
                .Values.Where(each => Workload.TrueForAll(script => script.Session != each.Id))
                .ToList()
        )
            End(session.Id);
    }
}
