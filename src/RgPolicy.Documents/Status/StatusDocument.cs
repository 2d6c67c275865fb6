using System.Text.Json.Serialization;

namespace RgPolicy.Documents.Status;

/// <summary><c>rgp/status/1</c>: what a loop governs, by what, and with what effect. What it calls
/// effective was read back.</summary>
/// <param name="Schema"><c>rgp/status/1</c>.</param>
/// <param name="Service">The process that governs.</param>
/// <param name="Revision">Of the policy in force.</param>
/// <param name="PolicyPath">Its file.</param>
/// <param name="PolicyError">Why the last change of the policy was rejected; null where it was not.</param>
/// <param name="PolicyWaiting">The revision that waits to be approved; null where none does.</param>
/// <param name="Level"><c>observe</c>, <c>advise</c> or <c>enforce</c>.</param>
/// <param name="MayCancel">Whether rules may cancel queries.</param>
/// <param name="Paused">Null while nothing is paused.</param>
/// <param name="AuditPath">The audit trail; null without one.</param>
/// <param name="AuditLost">Entries that could not be written since the trail was last written to.</param>
/// <param name="Target">The server.</param>
/// <param name="ActiveStates">States of the policy that are active now, in the order of the text.</param>
/// <param name="NotEnforced">What of the policy is not carried out here.</param>
/// <param name="Queries">The queries that run now.</param>
/// <param name="Classes">Queries of each class since the start.</param>
/// <param name="TooShort">Queries that ended young, before their class was final; they are in no class.</param>
/// <param name="Decisions">Queries of each class, minute by minute.</param>
/// <param name="Pools">The pools of the policy.</param>
/// <param name="Resources">What the server tells of its own resources; null where it tells nothing.</param>
/// <param name="CoreMasks">Masks of CPUs; null where CPUs have none of their own.</param>
/// <param name="Host">The host and what it offers.</param>
/// <param name="Sidecar">Null at levels that touch nothing.</param>
/// <param name="CoRun">What a gate would hold back; null where the policy asks for no advice.</param>
/// <param name="Poll">How the server is watched.</param>
/// <param name="Reactions">How long it takes until a query is where it belongs.</param>
/// <param name="Changes">The last changes, the newest first.</param>
/// <param name="LastError">What goes wrong now; null for nothing.</param>
public sealed record StatusDocument(
    string? Schema,
    ServiceStatus? Service,
    string? Revision,
    string? PolicyPath,
    string? PolicyError,
    string? PolicyWaiting,
    string? Level,
    bool? MayCancel,
    PauseStatus? Paused,
    string? AuditPath,
    long? AuditLost,
    TargetStatus? Target,
    IReadOnlyList<string>? ActiveStates,
    IReadOnlyList<NotEnforcedStep>? NotEnforced,
    IReadOnlyList<QueryStatus>? Queries,
    IReadOnlyList<ClassCount>? Classes,
    long? TooShort,
    DecisionCounts? Decisions,
    IReadOnlyList<PoolStatus>? Pools,
    ResourcesStatus? Resources,
    CoreMasksStatus? CoreMasks,
    HostStatus? Host,
    SidecarStatus? Sidecar,
    CoRunStatus? CoRun,
    PollStatus? Poll,
    ReactionStatus? Reactions,
    IReadOnlyList<RecentChange>? Changes,
    string? LastError
)
{
    /// <summary>How many queries should be throttled now and are not, as read back.</summary>
    public long? Unenforced { get; init; }

    /// <summary>The same as a sentence with the reason; null for none.</summary>
    public string? UnenforcedError { get; init; }

    /// <summary>What does not work beside the loop.</summary>
    public IReadOnlyList<SideProblem>? NotWorking { get; init; }

    /// <summary>Whether what pools are to have is carried out; else it is what they would have.</summary>
    [JsonIgnore]
    public bool IsEnforced => Level == "enforce" && Paused is null && Sidecar is not { IsReady: false };
}

/// <summary>How many queries were given a class.</summary>
/// <param name="Name">The class's name.</param>
/// <param name="Queries">Since the start.</param>
public sealed record ClassCount(string? Name, long? Queries);

/// <summary>Who paused, and when.</summary>
/// <param name="Since">UTC; null when it is not known.</param>
/// <param name="By">Null when it is not known.</param>
public sealed record PauseStatus(DateTime? Since, string? By);

/// <summary>A service beside the loop that does not work; everything is governed on.</summary>
/// <param name="Service">What it is called.</param>
/// <param name="Problem">Why it does not work.</param>
public sealed record SideProblem(string? Service, string? Problem);

/// <summary>Masks of CPUs.</summary>
/// <param name="Problem">Why no CPU has one; null for no reason.</param>
/// <param name="IsReady">Whether the sidecar has them.</param>
/// <param name="Pools">Pools with CPUs of their own.</param>
public sealed record CoreMasksStatus(string? Problem, bool? IsReady, IReadOnlyList<CorePoolStatus>? Pools);

/// <summary>A part of the policy that is not carried out here.</summary>
/// <param name="Name">As the policy has it.</param>
/// <param name="Line">Its line in the policy.</param>
/// <param name="Reason">Why, for people.</param>
public sealed record NotEnforcedStep(string? Name, long? Line, string? Reason);

/// <summary>What the server tells of its own resources.</summary>
/// <param name="ReadAt">UTC.</param>
/// <param name="CoreProblem">Why pools have no CPUs of their own; null while they have.</param>
/// <param name="Pools">Its resource pools.</param>
public sealed record ResourcesStatus(DateTime? ReadAt, string? CoreProblem, IReadOnlyList<ResourcePoolStatus>? Pools);

/// <summary>The server that is governed.</summary>
/// <param name="Connection">Its address without a password.</param>
/// <param name="Kind">Such as <c>postgresql</c>.</param>
/// <param name="Version">Such as <c>16.4</c>.</param>
/// <param name="IsLost">Whether it does not answer.</param>
/// <param name="Error">Of the last poll; null after a good one.</param>
public sealed record TargetStatus(string? Connection, string? Kind, string? Version, bool? IsLost, string? Error);

/// <summary>How long it takes until a query is where it belongs.</summary>
/// <param name="AllSeconds">Of all; null before the first.</param>
/// <param name="PlanCachedSeconds">Where the plan was known.</param>
/// <param name="PlanFetchedSeconds">Where the plan was fetched.</param>
/// <param name="ShortLived">Queries that ended within 300 ms of their move.</param>
public sealed record ReactionStatus(
    DurationQuantiles? AllSeconds,
    DurationQuantiles? PlanCachedSeconds,
    DurationQuantiles? PlanFetchedSeconds,
    long? ShortLived
);

/// <summary>How the server is watched.</summary>
/// <param name="IntervalSeconds">From one poll to the next.</param>
/// <param name="Failed">Polls that failed.</param>
/// <param name="CostSeconds">What a poll takes.</param>
/// <param name="ClockJumps">How often the server's clock has jumped.</param>
/// <param name="LastClockJumpSeconds">The last jump.</param>
/// <param name="Notes">What the observer has to say.</param>
public sealed record PollStatus(
    double? IntervalSeconds,
    long? Failed,
    DurationQuantiles? CostSeconds,
    long? ClockJumps,
    double? LastClockJumpSeconds,
    IReadOnlyList<string>? Notes
);

/// <summary>The process that governs.</summary>
/// <param name="ProcessId">Its process id.</param>
/// <param name="UptimeSeconds">Since its loop began.</param>
/// <param name="CpuSeconds">CPU time of all its threads.</param>
/// <param name="ServerCpuSeconds">CPU time of its sessions in the server; null where it cannot be read.</param>
/// <param name="MemoryBytes">Resident memory.</param>
/// <param name="Turns">Turns of the loop.</param>
/// <param name="LogLost">Lines of the log that could not be written.</param>
public sealed record ServiceStatus(
    long? ProcessId,
    double? UptimeSeconds,
    double? CpuSeconds,
    double? ServerCpuSeconds,
    long? MemoryBytes,
    long? Turns,
    long? LogLost
);

/// <summary>The loop's side of the sidecar.</summary>
/// <param name="IsReady">Whether it holds the pools.</param>
/// <param name="Version">Null while it has not answered.</param>
/// <param name="MoverProcessId">Null while it has not answered.</param>
/// <param name="GuardProcessId">Null while it has not answered.</param>
/// <param name="MovedProcesses">Processes in pools now; null while it has not answered.</param>
/// <param name="MovesDone">Moves read back.</param>
/// <param name="MovesFailed">Moves refused or failed.</param>
/// <param name="WorstMoveSeconds">The longest move.</param>
/// <param name="Losses">How often it was lost.</param>
/// <param name="Error">The last loss or refusal; null while all is well.</param>
public sealed record SidecarStatus(
    bool? IsReady,
    string? Version,
    long? MoverProcessId,
    long? GuardProcessId,
    long? MovedProcesses,
    long? MovesDone,
    long? MovesFailed,
    double? WorstMoveSeconds,
    long? Losses,
    string? Error
);

/// <summary>A change, or a decision that changed something.</summary>
/// <param name="Time">UTC.</param>
/// <param name="Event">Such as <c>move</c>.</param>
/// <param name="Actor">Who changed it: the loop, or the user that gave an order.</param>
/// <param name="Query">Its id, or null.</param>
/// <param name="Class">Its class, or null.</param>
/// <param name="ProcessId">Its process, or null.</param>
/// <param name="Workers">Its parallel workers that were moved with it; null for none.</param>
/// <param name="Login">Whose session it was, or null.</param>
/// <param name="Database">The session's database, or null.</param>
/// <param name="Before">What was before.</param>
/// <param name="After">What is now, as read back.</param>
/// <param name="Reason">Why.</param>
public sealed record RecentChange(
    DateTime? Time,
    string? Event,
    string? Actor,
    string? Query,
    string? Class,
    int? ProcessId,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyList<int>? Workers,
    string? Login,
    string? Database,
    string? Before,
    string? After,
    string? Reason
);

/// <summary>What a gate would hold back; there is none.</summary>
/// <param name="Enforced">Always false.</param>
/// <param name="Gates">How many of each kind may run.</param>
/// <param name="Held">Queries that should wait.</param>
public sealed record CoRunStatus(bool? Enforced, IReadOnlyList<CoRunGate>? Gates, IReadOnlyList<CoRunHold>? Held);

/// <summary>A query that should wait.</summary>
/// <param name="Query">Its id.</param>
/// <param name="Class">Its class.</param>
/// <param name="Reason">Why, for people.</param>
public sealed record CoRunHold(string? Query, string? Class, string? Reason);

/// <summary>How many of a kind may run.</summary>
/// <param name="Kind"><c>class</c> or <c>locality</c>.</param>
/// <param name="Name">The class, or the locality.</param>
/// <param name="Open">So many may run.</param>
/// <param name="Waiting">So many wait.</param>
public sealed record CoRunGate(string? Kind, string? Name, long? Open, long? Waiting);
