using System.Collections.Immutable;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Lint;

/// <summary>The forms of a lint report.</summary>
internal enum LintFormat
{
    /// <summary>For people: each finding with the lines that it is about.</summary>
    Text,

    /// <summary>One line for each finding.</summary>
    Compact,

    /// <summary><c>rgp/lint/1</c>.</summary>
    Json,

    /// <summary>Workflow commands that GitHub shows in a pull request.</summary>
    Github,

    /// <summary>SARIF 2.1.0, for code scanning.</summary>
    Sarif,

    /// <summary>JUnit XML.</summary>
    Junit,

    /// <summary>GitLab's code-quality report: shown in a merge request.</summary>
    Gitlab,

    /// <summary>Logging commands that Azure DevOps shows in a pipeline's run.</summary>
    Azure,
}

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
