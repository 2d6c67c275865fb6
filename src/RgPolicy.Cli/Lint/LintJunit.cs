using RgPolicy.Cli.Explain;
using RgPolicy.Cli.Reports;
using RgPolicy.Language.Diagnostics;

namespace RgPolicy.Cli.Lint;

/// <summary>The findings as JUnit XML: one suite for each file; warnings and errors are failed cases,
/// remarks passed ones.</summary>
internal static class LintJunit
{
    /// <summary>The document.</summary>
    public static string Document(LintReport report) =>
        JunitDocument.Of("rgp lint", [.. report.Files.Select(Suite)], report.Elapsed);

    // A file without findings is a case too, so that a clean run shows what was looked at.
    private static JunitSuite Suite(LintedFile file) =>
        new(file.Name, file.Diagnostics.IsEmpty ? [new JunitCase(file.Name, 1)] : [.. file.Diagnostics.Select(Case)]);

    private static JunitCase Case(Diagnostic diagnostic)
    {
        var (line, column) = (diagnostic.Range.StartLine, diagnostic.Range.StartColumn);
        var name = $"{diagnostic.Code} at {line}:{column}";
        var details =
            $"{diagnostic.Path}:{line}:{column}: {SeverityNames.Of(diagnostic.Severity)} {diagnostic.Code} "
            + $"{diagnostic.Message}";
        return diagnostic.Severity == DiagnosticSeverity.Info
            ? new JunitCase($"{name}: {diagnostic.Message}", line)
            : new JunitCase(name, line, diagnostic.Message, diagnostic.Code, details);
    }
}
