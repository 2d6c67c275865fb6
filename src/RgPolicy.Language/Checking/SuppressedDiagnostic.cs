using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Language.Checking;

/// <summary>A finding that a comment in the policy allows.</summary>
/// <param name="Diagnostic">The finding.</param>
/// <param name="Reason">The author's reason.</param>
public sealed record SuppressedDiagnostic(Diagnostic Diagnostic, string Reason);
