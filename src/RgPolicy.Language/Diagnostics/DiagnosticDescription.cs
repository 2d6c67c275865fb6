namespace RgPolicy.Language.Diagnostics;

/// <summary>One entry of the catalogue.</summary>
/// <param name="Code">Stable, <c>RG####</c>.</param>
/// <param name="Severity">The usual severity; a diagnostic may carry a higher one where the reference says so.</param>
/// <param name="Title">What the code means, in one sentence.</param>
public sealed record DiagnosticDescription(string Code, DiagnosticSeverity Severity, string Title);
