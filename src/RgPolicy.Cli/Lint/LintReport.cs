using System.Collections.Immutable;
using RgPolicy.Cli.Explain;
using RgPolicy.Cli.Terminal;
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

/// <summary>One line for each finding: path, line, column, severity, code, message.</summary>
internal static class LintCompact
{
    /// <summary>Writes one line per finding.</summary>
    public static void Write(TextWriter output, LintReport report)
    {
        foreach (var each in report.Diagnostics)
        {
            output.WriteLine(
                $"{Printable.Of(each.Path)}:{each.Range.StartLine}:{each.Range.StartColumn}: "
                    + $"{SeverityNames.Of(each.Severity)} {each.Code} {Printable.Of(each.Message)}"
            );
        }
    }
}

/// <summary>Workflow commands (GitHub documentation, "Workflow commands"): shown beside the lines of a
/// pull request.</summary>
internal static class LintGithub
{
    /// <summary>Writes one line per finding.</summary>
    public static void Write(TextWriter output, LintReport report)
    {
        foreach (var each in report.Diagnostics)
        {
            var range = each.Range;
            output.WriteLine(
                $"::{Command(each.Severity)} file={Property(each.Path)},line={range.StartLine},endLine={range.EndLine},"
                    + $"col={range.StartColumn},endColumn={range.EndColumn},title={each.Code}::{Data(each.Message)}"
            );
        }
    }

    private static string Command(DiagnosticSeverity severity) =>
        severity == DiagnosticSeverity.Info ? "notice" : SeverityNames.Of(severity);

    private static string Data(string text) =>
        text.Replace("%", "%25", StringComparison.Ordinal)
            .Replace("\r", "%0D", StringComparison.Ordinal)
            .Replace("\n", "%0A", StringComparison.Ordinal);

    private static string Property(string text) =>
        Data(text).Replace(":", "%3A", StringComparison.Ordinal).Replace(",", "%2C", StringComparison.Ordinal);
}

/// <summary>Logging commands of Azure Pipelines (Microsoft's documentation, "Logging commands"): shown with the run,
/// beside the file.</summary>
internal static class LintAzure
{
    /// <summary>Writes one line per finding.</summary>
    public static void Write(TextWriter output, LintReport report)
    {
        foreach (var each in report.Diagnostics)
        {
            // There are two types; a remark is a line of the log, so that it is there and no warning.
            var place =
                $"sourcepath={Property(each.Path)};linenumber={each.Range.StartLine};columnnumber={each.Range.StartColumn};code={each.Code};";
            output.WriteLine(
                each.Severity == DiagnosticSeverity.Info
                    ? $"{each.Path}:{each.Range.StartLine}:{each.Range.StartColumn}: info {each.Code} "
                        + $"{Line(each.Message)}"
                    : $"##vso[task.logissue type={SeverityNames.Of(each.Severity)};{place}]{Data(each.Message)}"
            );
        }
    }

    private static string Line(string text) => text.ReplaceLineEndings(" ");

    private static string Data(string text) =>
        text.Replace("%", "%AZP25", StringComparison.Ordinal)
            .Replace("\r", "%0D", StringComparison.Ordinal)
            .Replace("\n", "%0A", StringComparison.Ordinal);

    private static string Property(string text) =>
        Data(text).Replace(";", "%3B", StringComparison.Ordinal).Replace("]", "%5D", StringComparison.Ordinal);
}
