using System.Text.Json.Serialization;

namespace RgPolicy.Documents.Orders;

/// <summary><c>rgp/pause/1</c>: whether the service is paused, after an order.</summary>
/// <param name="Schema"><c>rgp/pause/1</c>.</param>
/// <param name="Paused">Whether it is paused now.</param>
/// <param name="Since">UTC; null when it is not known.</param>
/// <param name="By">Null when it is not known.</param>
/// <param name="Path">The switch's file.</param>
/// <param name="GovernedProcesses">Processes that the sidecar holds, read back; null when it does not say.</param>
/// <param name="Warning">What did not work as it should, or null.</param>
public sealed record PauseDocument(
    string? Schema,
    bool? Paused,
    DateTime? Since,
    string? By,
    string? Path,
    long? GovernedProcesses,
    string? Warning
);

/// <summary>An answer that is none: why there is no other.</summary>
/// <param name="Error">Why, for people.</param>
public sealed record ErrorDocument(string? Error);

/// <summary>What a running service is asked, or told to do.</summary>
/// <param name="Ask"><c>status</c>, <c>why</c>, <c>metrics</c>, <c>pause</c>, <c>resume</c>, <c>reload</c>,
/// <c>reload_previous</c> or <c>approve</c>.</param>
/// <param name="ProcessId">The process that <c>why</c> asks about.</param>
/// <param name="Query">The query that <c>why</c> asks about.</param>
/// <param name="Revision">The revision that <c>approve</c> is about.</param>
public sealed record QuestionDocument(
    string? Ask,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? ProcessId,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Query,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Revision
);

/// <summary><c>rgp/reload/1</c>: what a reload of the policy came to.</summary>
/// <param name="Schema"><c>rgp/reload/1</c>.</param>
/// <param name="Outcome"><c>replaced</c>, <c>unchanged</c> or <c>rejected</c>.</param>
/// <param name="Revision">In force now.</param>
/// <param name="RevisionBefore">In force before.</param>
/// <param name="Differences">What has changed, for people.</param>
/// <param name="Reason">Why it was rejected, or null.</param>
public sealed record ReloadDocument(
    string? Schema,
    string? Outcome,
    string? Revision,
    string? RevisionBefore,
    IReadOnlyList<string>? Differences,
    string? Reason
);
