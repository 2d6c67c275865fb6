namespace RgPolicy.Documents.Why;

/// <summary>A class that was tried.</summary>
/// <param name="Class">Its name.</param>
/// <param name="Line">Its line in the policy.</param>
/// <param name="Result">What its condition came to: <c>true</c>, <c>false</c> or <c>unknown</c>.</param>
/// <param name="Atoms">Every question that its condition asks, in the order of the text.</param>
public sealed record TriedClassDocument(
    string? Class,
    long? Line,
    string? Result,
    IReadOnlyList<TriedAtomDocument>? Atoms
);
