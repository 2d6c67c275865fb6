namespace RgPolicy.Documents.Sweep;

/// <summary><c>rgp/characterise/1</c>, as far as RgPolicy reads it again.</summary>
/// <param name="Schema"><c>rgp/characterise/1</c>.</param>
/// <param name="Server">The server.</param>
/// <param name="Version">Its version.</param>
/// <param name="Clients">Clients at the same time.</param>
/// <param name="BaselinePerSecond">Statements per second with nothing limited, or null.</param>
/// <param name="Curves">A lever each.</param>
/// <param name="Policy">The policy's text.</param>
public sealed record SweepDocument(
    string? Schema,
    string? Server,
    string? Version,
    int? Clients,
    double? BaselinePerSecond,
    IReadOnlyList<SweptCurve>? Curves,
    string? Policy = null
);
