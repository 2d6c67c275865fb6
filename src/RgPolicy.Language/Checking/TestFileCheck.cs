using System.Collections.Immutable;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Checking;

/// <summary>What reading a test file gave.</summary>
/// <param name="PolicyPath">The policy's path as the file writes it, relative to the file; null when it
/// names none.</param>
/// <param name="Tests">Its tests; empty when there is an error.</param>
/// <param name="Diagnostics">All findings in the test file, in the order of the text.</param>
public sealed record TestFileCheck(
    string? PolicyPath,
    ImmutableArray<PolicyTest> Tests,
    ImmutableArray<Diagnostic> Diagnostics
);
