using RgPolicy.Cli.Explain;
using RgPolicy.Cli.Reports;
using RgPolicy.Language.Checking;

namespace RgPolicy.Cli.Lint;

/// <summary>Everything that was found.</summary>
internal sealed record LintReport(ImmutableArray<LintedFile> Files, TimeSpan Elapsed)
{
    /// <summary>Findings that the baseline knows; they are not among the others.</summary>
    public int Known { get; init; }

    /// <summary>Where a code's page is, with <c>{code}</c> in its place; null is the name of the
    /// built-in page.</summary>
    public string? HelpUri { get; init; }

    public IEnumerable<Diagnostic> Diagnostics => Files.SelectMany(file => file.Diagnostics);

    public IEnumerable<SuppressedDiagnostic> Suppressed => Files.SelectMany(file => file.Suppressed);

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

/// <summary>A text by its lines; LF, CR LF and CR all end one.</summary>
internal sealed class SourceLines
{
    private readonly ImmutableArray<string> _lines;

    private SourceLines(string text) => _lines = Split(text);

    /// <summary>Reads UTF-8 with or without a byte-order mark; bytes that are not UTF-8 become
    /// replacement characters.</summary>
    public static SourceLines Of(ReadOnlySpan<byte> bytes)
    {
        var content = bytes.StartsWith(Encoding.UTF8.Preamble) ? bytes[Encoding.UTF8.Preamble.Length..] : bytes;
        return new SourceLines(Encoding.UTF8.GetString(content));
    }

    /// <summary>A line by its number from 1; empty beyond the end.</summary>
    public string this[int number] => number >= 1 && number <= _lines.Length ? _lines[number - 1] : "";

    private static ImmutableArray<string> Split(string text) =>
        [.. text.Replace("\r\n", "\n", StringComparison.Ordinal).Replace('\r', '\n').Split('\n')];
}

/// <summary>The findings as JUnit XML: one suite for each file; warnings and errors are failed cases,
/// remarks passed ones.</summary>
internal static class LintJunit
{
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

/// <summary>A file in which there is nothing to fix: what falls to the default (RG3007) is told there only to those
/// who ask for it.</summary>
internal static class CleanFile
{
    private const string DefaultRegion = "RG3007";

    /// <summary>Leaves RG3007 out of files that have no other finding.</summary>
    public static LintReport Apply(LintReport report, bool isAsked) =>
        isAsked
            ? report
            : report with
            {
                Files =
                [
                    .. report.Files.Select(file =>
                        file.Diagnostics.All(IsDefaultRegion) ? file with { Diagnostics = [] } : file
                    ),
                ],
            };

    private static bool IsDefaultRegion(Diagnostic each) =>
        each.Code == DefaultRegion && each.Severity == DiagnosticSeverity.Info;
}
