using System.Collections.Immutable;

namespace RgPolicy.Engine.CoRun;

/// <summary>Which queries may begin, and the gates that this comes to.</summary>
/// <param name="Admissions">In the order in which they should begin.</param>
/// <param name="Held">The queries that go on waiting, each with the reason.</param>
/// <param name="Gates">One per class and one per locality that runs or waits.</param>
public sealed record CoRunAdvice(
    ImmutableArray<Admission> Admissions,
    ImmutableArray<Hold> Held,
    ImmutableArray<AdmissionGate> Gates
);

/// <summary>A waiting query that may begin now.</summary>
/// <param name="Query">The query.</param>
/// <param name="Reason">Why it and why now, for people.</param>
public sealed record Admission(CoRunQuery Query, string Reason);

/// <summary>A waiting query that may not begin yet.</summary>
/// <param name="Query">The query.</param>
/// <param name="Reason">Why not yet, for people.</param>
public sealed record Hold(CoRunQuery Query, string Reason);
