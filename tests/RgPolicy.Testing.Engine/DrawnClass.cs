namespace RgPolicy.Testing.Engine;

/// <summary>A drawn class.</summary>
/// <param name="Atoms">All must pass; no two ask about the same signal.</param>
/// <param name="HasEquality">One of them is an equality.</param>
internal sealed record DrawnClass(ImmutableArray<DrawnAtom> Atoms, bool HasEquality);
