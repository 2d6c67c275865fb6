namespace RgPolicy.Documents.Orders;

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
