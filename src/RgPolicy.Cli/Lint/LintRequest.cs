using System.Collections.Immutable;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Lint;

/// <summary>What <c>rgp lint</c> was asked for.</summary>
/// <param name="Paths">Files, folders, patterns, <c>-</c>.</param>
/// <param name="Format">The report's form.</param>
/// <param name="OutputFile">Where the report goes; null is standard output.</param>
/// <param name="FailLevel">Findings from here on make the exit code 1.</param>
/// <param name="Targets">Profiles' names or files; none are those of the settings file, or any target.</param>
internal sealed record LintRequest(
    ImmutableArray<string> Paths,
    LintFormat Format,
    string? OutputFile,
    DiagnosticSeverity FailLevel,
    ImmutableArray<string> Targets
)
{
    /// <summary>An earlier report, whose findings are known; null is none.</summary>
    public string? Baseline { get; init; }

    /// <summary>A git revision; only what has changed since is reported. Null reports everything.</summary>
    public string? ChangedSince { get; init; }
}
