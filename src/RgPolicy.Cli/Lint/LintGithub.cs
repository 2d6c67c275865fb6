using RgPolicy.Cli.Explain;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Lint;

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
