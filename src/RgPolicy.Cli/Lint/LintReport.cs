using System.Collections.Immutable;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Lint;

/// <summary>Everything that was found.</summary>
/// <param name="Files">In the order of the command line.</param>
/// <param name="Elapsed">How long it took.</param>
internal sealed record LintReport(ImmutableArray<LintedFile> Files, TimeSpan Elapsed)
{
    /// <summary>Findings that the baseline knows; they are not among the others.</summary>
    public int Known { get; init; }

    /// <summary>Where a code's page is, with <c>{code}</c> in its place; null is the name of the
    /// built-in page.</summary>
    public string? HelpUri { get; init; }

    /// <summary>All findings.</summary>
    public IEnumerable<Diagnostic> Diagnostics => Files.SelectMany(file => file.Diagnostics);

    /// <summary>Findings that comments allow.</summary>
    public IEnumerable<SuppressedDiagnostic> Suppressed => Files.SelectMany(file => file.Suppressed);

    /// <summary>Findings of one severity.</summary>
    public int Count(DiagnosticSeverity severity) => Diagnostics.Count(each => each.Severity == severity);
}
