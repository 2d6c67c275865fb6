namespace RgPolicy.Documents.Status;

/// <summary>What a gate would hold back; there is none.</summary>
/// <param name="Enforced">Always false.</param>
/// <param name="Gates">How many of each kind may run.</param>
/// <param name="Held">Queries that should wait.</param>
public sealed record CoRunStatus(bool? Enforced, IReadOnlyList<CoRunGate>? Gates, IReadOnlyList<CoRunHold>? Held);
