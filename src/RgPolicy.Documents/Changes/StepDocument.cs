namespace RgPolicy.Documents.Changes;

/// <summary>One statement of a plan.</summary>
/// <param name="Sql">The statement.</param>
/// <param name="IsInNewSession">It is run in a new session: the one before may be in what it removes.</param>
public sealed record StepDocument(string? Sql, bool? IsInNewSession);
