namespace RgPolicy.Documents.Changes;

/// <summary>What was done.</summary>
/// <param name="Status"><c>done</c>, <c>restored</c>, <c>broken</c> or <c>refused</c>.</param>
/// <param name="Problem">What went wrong, or null.</param>
/// <param name="Waiting">What has no limits until its sessions end.</param>
public sealed record OutcomeDocument(string? Status, string? Problem, IReadOnlyList<string>? Waiting);
