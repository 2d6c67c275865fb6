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
