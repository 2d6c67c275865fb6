using System.Collections.Immutable;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Lint;

/// <summary>One file with its findings.</summary>
/// <param name="Name">Its path as the user gave it.</param>
/// <param name="Lines">Its text, for the snippets.</param>
/// <param name="Diagnostics">The findings, in the order of the text.</param>
internal sealed record LintedFile(string Name, SourceLines Lines, ImmutableArray<Diagnostic> Diagnostics)
{
    /// <summary>How it was checked; another state of the file is checked in the same way. Null where
    /// only this state matters.</summary>
    public FileCheck? Checks { get; init; }

    /// <summary>Findings that comments in the text allow.</summary>
    public ImmutableArray<SuppressedDiagnostic> Suppressed { get; init; } = [];
}
