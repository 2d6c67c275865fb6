namespace RgPolicy.Chaos;

/// <summary>What one round showed.</summary>
/// <param name="Number">From 1.</param>
/// <param name="Killed">Who was killed.</param>
/// <param name="Governed">Backends that were governed at that moment.</param>
/// <param name="SlowestRestore">Seconds until the last of them was seen as it was before, or had ended.</param>
/// <param name="Violations">What was wrong; empty when nothing was.</param>
internal sealed record RoundOutcome(
    int Number,
    Victims Killed,
    int Governed,
    double SlowestRestore,
    IReadOnlyList<string> Violations
);
