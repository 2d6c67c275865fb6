using System.Collections.Immutable;

namespace RgPolicy.Dbms.Configure;

/// <summary>What became of a plan.</summary>
/// <param name="Status">How far it came; null where nothing was begun.</param>
/// <param name="Problem">What went wrong, as a sentence; null after success.</param>
/// <param name="Next">What to do next; null after success.</param>
/// <param name="Waiting">What goes when the sessions in it have ended.</param>
public sealed record ApplyOutcome(ChangeStatus? Status, string? Problem, string? Next, ImmutableArray<string> Waiting);
