namespace RgPolicy.Testing.Policies.Truth;

/// <summary>Something that a query can have several values of.</summary>
/// <param name="Name">The signal's name.</param>
/// <param name="Candidates">Enough values to meet every case; null is unknown.</param>
internal sealed record Variable(string Name, IReadOnlyList<object?> Candidates);
