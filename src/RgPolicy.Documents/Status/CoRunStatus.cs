namespace RgPolicy.Documents.Status;

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
