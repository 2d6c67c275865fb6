using System.Collections.Immutable;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Checking;

/// <summary>What reading a policy text gave.</summary>
/// <param name="Policy">The policy, or null when there is at least one error: a bad policy changes nothing.</param>
/// <param name="Diagnostics">All findings, in the order of the text.</param>
public sealed record PolicyCheck(Policy? Policy, ImmutableArray<Diagnostic> Diagnostics)
{
    /// <summary>Findings that comments in the text allow; they are not among the others.</summary>
    public ImmutableArray<SuppressedDiagnostic> Suppressed { get; init; } = [];
}
