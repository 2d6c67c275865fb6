using System.Collections.Frozen;

namespace RgPolicy.Language.Signals;

/// <summary>Every signal of language version 1, in the order of the language reference.</summary>
public static class SignalCatalog
{
    /// <summary>The groups and roles that a session's login is in; unknown where the server does not tell.</summary>
    public const string Group = "session.group";

    /// <summary>The work that a running statement is at; unknown where the server does not tell.</summary>
    public const string RunningPhase = "plan.phase";

    /// <summary>What samples say that a query touches again and again.</summary>
    public const string MeasuredWorkingSet = "measured.working_set";

    /// <summary>What samples say that a query touches beside that, each second.</summary>
    public const string MeasuredStream = "measured.streamed";

    private static readonly string[] StatementKinds =
        "select insert update delete merge bulk_load index_build maintenance utility other".Split(' ');

    private static readonly string[] Shapes =
        "oltp scan aggregation join sort write bulk_load maintenance utility unknown".Split(' ');

    /// <summary>All signals; <see cref="Signal.Ordinal"/> is the index.</summary>
    public static ImmutableArray<Signal> All { get; } = Build();

    private static readonly FrozenDictionary<string, Signal> ByName = All.ToFrozenDictionary(
        signal => signal.Name,
        StringComparer.Ordinal
    );

    /// <summary>The number of signals.</summary>
    public static int Count => All.Length;

    /// <summary>The signal of a full name, or null.</summary>
    public static Signal? Find(string name) => ByName.GetValueOrDefault(name);

    /// <summary>The signal of a full name that is known to exist.</summary>
    /// <exception cref="KeyNotFoundException">There is no signal of that name.</exception>
    public static Signal Get(string name) => ByName[name];

    private static string[] Servers => ["sqlserver", "postgresql", "mariadb", "mysql"];

    private static ImmutableArray<Signal> Build()
    {
        var list = ImmutableArray.CreateBuilder<Signal>();
        void Add(string name, SignalPhase phase, SignalType type, bool constant = false, string[]? words = null) =>
            list.Add(new Signal(list.Count, name, phase, type, constant, [.. words ?? []]));

        Add("session.login", SignalPhase.Session, SignalType.Text);
        Add("session.app", SignalPhase.Session, SignalType.Text);
        Add("session.host", SignalPhase.Session, SignalType.Text);
        Add("session.database", SignalPhase.Session, SignalType.Text);
        Add(Group, SignalPhase.Session, SignalType.Set);

        Add("statement.kind", SignalPhase.Statement, SignalType.Enum, words: StatementKinds);
        Add("statement.fingerprint", SignalPhase.Statement, SignalType.Text);
        Add("statement.tables", SignalPhase.Statement, SignalType.Set);

        Add("plan.shape", SignalPhase.Plan, SignalType.Enum, words: Shapes);
        Add("plan.cache_use", SignalPhase.Plan, SignalType.Enum, words: ["neutral", "polluting", "sensitive"]);
        Add("plan.locality", SignalPhase.Plan, SignalType.Enum, words: ["strong", "moderate", "weak"]);
        Add("plan.temporality", SignalPhase.Plan, SignalType.Enum, words: ["temporal", "non_temporal"]);
        Add("plan.working_set", SignalPhase.Plan, SignalType.Bytes);
        Add("plan.streamed", SignalPhase.Plan, SignalType.Bytes);
        Add("plan.grant", SignalPhase.Plan, SignalType.Bytes);
        Add("plan.rows", SignalPhase.Plan, SignalType.Count);
        Add("plan.random_accesses", SignalPhase.Plan, SignalType.Count);
        Add("plan.dop", SignalPhase.Plan, SignalType.Count);
        Add("plan.cost", SignalPhase.Plan, SignalType.Number);
        Add("plan.writes", SignalPhase.Plan, SignalType.Bool);
        Add(RunningPhase, SignalPhase.Request, SignalType.Enum, words: Shapes);

        Add("request.elapsed", SignalPhase.Request, SignalType.Duration);
        Add("request.cpu", SignalPhase.Request, SignalType.Duration);
        Add("request.reads", SignalPhase.Request, SignalType.Bytes);
        Add("request.writes", SignalPhase.Request, SignalType.Bytes);
        Add("request.memory", SignalPhase.Request, SignalType.Bytes);
        Add("request.workers", SignalPhase.Request, SignalType.Count);
        Add("request.blocking", SignalPhase.Request, SignalType.Count);

        Add(MeasuredWorkingSet, SignalPhase.Request, SignalType.Bytes);
        Add(MeasuredStream, SignalPhase.Request, SignalType.BytesPerSecond);

        Add("history.executions", SignalPhase.History, SignalType.Count);
        Add("history.mean_elapsed", SignalPhase.History, SignalType.Duration);
        Add("history.p95_elapsed", SignalPhase.History, SignalType.Duration);
        Add("history.mean_cpu", SignalPhase.History, SignalType.Duration);
        Add("history.mean_reads", SignalPhase.History, SignalType.Bytes);

        Add("host.llc", SignalPhase.Host, SignalType.Bytes, constant: true);
        Add("host.l2", SignalPhase.Host, SignalType.Bytes, constant: true);
        Add("host.cores", SignalPhase.Host, SignalType.Count, constant: true);
        Add("host.sockets", SignalPhase.Host, SignalType.Count, constant: true);
        Add("host.cpu.pressure", SignalPhase.Host, SignalType.Percent);
        Add("host.io.pressure", SignalPhase.Host, SignalType.Percent);
        Add("host.memory.pressure", SignalPhase.Host, SignalType.Percent);
        Add("host.memory.bandwidth", SignalPhase.Host, SignalType.BytesPerSecond);

        Add("dbms.kind", SignalPhase.Dbms, SignalType.Enum, constant: true, words: Servers);
        Add("dbms.version", SignalPhase.Dbms, SignalType.Version, constant: true);
        Add("dbms.active", SignalPhase.Dbms, SignalType.Count);
        return list.ToImmutable();
    }
}
