using System.Diagnostics;
using RgPolicy.Documents.Policy;
using RgPolicy.Engine.CorePools;
using RgPolicy.Engine.CoRun;
using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Engine.Sharing;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Control;
using RgPolicy.Service.Metrics;
using RgPolicy.Service.Policies;
using RgPolicy.Service.Status.Mapping;

namespace RgPolicy.Service.Status;

/// <summary>What a loop shows after a turn: copies of all that changes.</summary>
internal sealed record StatusSnapshot : IStatusView
{
    public required LoopOptions Options { get; init; }

    public required ServerFacts Server { get; init; }

    public required PolicyState Policy { get; init; }

    public required DecidedQueries Decided { get; init; }

    public required PollState Poll { get; init; }

    public required ReactionSummary Reactions { get; init; }

    /// <summary>Null at levels that touch nothing.</summary>
    public EnforcementState? Enforcement { get; init; }

    /// <summary>What the sidecar said of itself, some seconds ago at most; null while there is none.</summary>
    public SidecarState? Sidecar { get; init; }

    /// <summary>What the DBMS tells of its own resources; null where it tells nothing.</summary>
    public ServerResources? Resources { get; init; }

    /// <summary>Processor time of RgPolicy's own sessions in the DBMS since the loop began; null where
    /// it cannot be read.</summary>
    public TimeSpan? ServerCpu { get; init; }

    /// <summary>The masks of CPUs; null where CPUs have none by themselves.</summary>
    public CoreMaskState? CoreMasks { get; init; }

    /// <summary>How it shares the host with other targets; null where it does not.</summary>
    public HostShare? Sharing { get; init; }

    /// <summary>Who paused; null while it is not paused.</summary>
    public PauseRecord? Paused { get; init; }

    /// <summary>Null without an audit trail.</summary>
    public AuditState? Audit { get; init; }

    /// <summary>The last changes, the newest first.</summary>
    public IReadOnlyList<(DateTimeOffset Time, AuditEntry Entry)> Changes { get; init; } = [];

    /// <summary>The processes of the queries that should be throttled and are not, as read back.</summary>
    public IReadOnlySet<int> Unenforced { get; init; } = new HashSet<int>();

    /// <summary>What a pool lacks that such queries are in; null where none lacks anything.</summary>
    public string? Lacking { get; init; }

    /// <summary>What does not work beside the loop.</summary>
    public IReadOnlyList<(string Service, string Problem)> SideProblems { get; init; } = [];

    public long LogLost { get; init; }

    /// <summary>Null where no minutes are kept.</summary>
    public long? MinutesLost { get; init; }

    public long Turns { get; init; }

    public TimeSpan Elapsed { get; init; }

    /// <summary>What goes wrong now; null for nothing.</summary>
    public string? LastError => Poll.LastError ?? Policy.Error ?? Enforcement?.LastError ?? InForce.Headline(this);

    public bool IsLasting { get; init; }

    public string Line =>
        Invariant(
            $"{Server.Target} ({Server.Kind} {Server.Version}), level {StatusNames.Level(Options.Level)}: {State}"
        );

    private string State
    {
        get
        {
            if (Poll.IsLost)
                return $"lost: {Poll.LastError ?? "-"}";

            if (Paused is not null)
                return "paused";

            if (Policy.Error is not null)
                return "the last policy was rejected";

            return Invariant($"{Decided.Queries.Count} queries run");
        }
    }

    public StatusDocument ToDocument() => StatusMapper.Map(this);

    public PolicyDocument ToPolicy() => PolicyUseMapper.Map(this);

    public void WriteStatus(IBufferWriter<byte> output) =>
        DocumentFormat.Write(output, ToDocument(), DocumentFormat.Status);

    public IReadOnlyList<MetricFamily> ToMetrics() => MetricsMapper.Of(this);

    public void WriteMetrics(IBufferWriter<byte> output) => MetricsText.Write(ToMetrics(), output);
}

/// <summary>How the audit trail is.</summary>
/// <param name="Path">Its file.</param>
/// <param name="Lost">Entries that could not be written since it was last written to.</param>
/// <param name="LostInAll">The same since the start.</param>
internal sealed record AuditState(string Path, long Lost, long LostInAll)
{
    /// <summary>Why nothing can be written now; null where it can.</summary>
    public string? Problem { get; init; }
}

/// <summary>The loop's side of the sidecar.</summary>
/// <param name="IsReady">Whether the sidecar holds the pools.</param>
/// <param name="LastError">The last loss or refusal; null while all is well.</param>
/// <param name="Losses">How often the sidecar was lost.</param>
/// <param name="Pools">As read back when they were configured.</param>
/// <param name="Done">Moves carried out and read back.</param>
/// <param name="Failed">Moves refused or failed.</param>
internal sealed record EnforcementState(
    bool IsReady,
    string? LastError,
    long Losses,
    IReadOnlyList<PoolOutcome> Pools,
    long Done,
    long Failed
);

/// <summary>The masks of CPUs at one moment.</summary>
/// <param name="Problem">Why no CPU has one; null for no reason.</param>
/// <param name="IsReady">The sidecar has them.</param>
/// <param name="Pools">As they are wished for.</param>
/// <param name="ReadBack">As the sidecar read them back.</param>
internal sealed record CoreMaskState(
    string? Problem,
    bool IsReady,
    ImmutableArray<CorePool> Pools,
    IReadOnlyList<PoolOutcome> ReadBack
)
{
    public static CoreMaskState None(string problem) => new(problem, false, [], []);
}

/// <summary>How the DBMS is watched.</summary>
/// <param name="Interval">From one poll to the next.</param>
/// <param name="Failed">Polls that failed since the start.</param>
/// <param name="IsLost">Whether the DBMS is lost.</param>
/// <param name="LastError">Of the last poll; null after a good one.</param>
/// <param name="Cost">What polls take.</param>
/// <param name="ClockJumps">How often the DBMS's clock has jumped.</param>
/// <param name="LastClockJump">The last jump.</param>
/// <param name="Notes">What the observer has to say.</param>
internal sealed record PollState(
    TimeSpan Interval,
    long Failed,
    bool IsLost,
    string? LastError,
    DurationSummary Cost,
    long ClockJumps,
    TimeSpan LastClockJump,
    IReadOnlyList<string> Notes
);

/// <summary>The queries of the last good poll, with the program that they were decided by: after a reload that is the
/// one before until the next poll.</summary>
/// <param name="Program">It has their classes and pools.</param>
/// <param name="Seen">What the poll saw.</param>
/// <param name="Queries">In the order of their processes.</param>
/// <param name="Review">What a gate would have done; null where the policy asks for no advice.</param>
internal sealed record DecidedQueries(
    PolicyProgram Program,
    Observation Seen,
    IReadOnlyList<GovernedQuery> Queries,
    CoRunAdvice? Review
)
{
    /// <summary>The poll's time on the DBMS's clock without its jumps.</summary>
    public DateTimeOffset Time => Seen.Time;

    /// <summary>The host's pressure at that time, or null.</summary>
    public HostPressure? Pressure => Seen.Pressure;
}

/// <summary>The policy in force, and what was decided by it and the ones before.</summary>
/// <param name="Program">With the settings of the active states.</param>
/// <param name="Error">Why the last change was rejected, or null.</param>
/// <param name="ActiveStates">By name, in the order of the text.</param>
/// <param name="Counters">Since the start.</param>
/// <param name="ClassCounts">Queries of each class since the start.</param>
/// <param name="Minutes">Queries of each class in each minute of the last hour, the oldest first.</param>
internal sealed record PolicyState(
    PolicyProgram Program,
    string? Error,
    ImmutableArray<string> ActiveStates,
    GovernorCounters Counters,
    IReadOnlyList<(string Class, long Queries)> ClassCounts,
    IReadOnlyList<IReadOnlyList<(string Class, long Queries)>> Minutes
)
{
    /// <summary>What waits to be approved; null where nothing does.</summary>
    public WaitingRevision? Waiting { get; init; }

    /// <summary>Whether the cache strategy splits nothing, because what runs has L3 domains nearly to itself.</summary>
    public bool HasOwnDomains { get; init; }

    /// <summary>The revisions before since the start, the newest first.</summary>
    public ImmutableArray<PastRevision> Past { get; init; } = [];
}

/// <summary>What this process has cost so far.</summary>
internal static class ProcessCost
{
    /// <summary>CPU time, user and system, of all its threads.</summary>
    public static TimeSpan CpuTime
    {
        get
        {
            using var self = Process.GetCurrentProcess();
            return self.TotalProcessorTime;
        }
    }

    public static long MemoryBytes => Environment.WorkingSet;
}
