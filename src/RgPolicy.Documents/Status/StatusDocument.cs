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
