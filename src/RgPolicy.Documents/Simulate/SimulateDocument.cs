namespace RgPolicy.Documents.Simulate;

/// <summary><c>rgp/simulate/1</c>, as far as the console reads it: a mix ungoverned and under policies.</summary>
/// <param name="Schema"><c>rgp/simulate/1</c>.</param>
/// <param name="Target">What it was played on.</param>
/// <param name="Ungoverned">Without a governor.</param>
/// <param name="Policies">Under each policy.</param>
public sealed record SimulateDocument(
    string? Schema,
    string? Target,
    SimulatedRun? Ungoverned,
    IReadOnlyList<SimulatedRun>? Policies
);
