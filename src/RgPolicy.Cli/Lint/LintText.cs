using RgPolicy.Cli.Explain;
using RgPolicy.Cli.Terminal;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Text;

namespace RgPolicy.Cli.Lint;

/// <summary>The report for people.</summary>
internal sealed class LintText(TextWriter output, Paint paint)
{
    /// <summary>Writes the report.</summary>
    public void Write(LintReport report)
    {
        foreach (var file in report.Files)
        {
            foreach (var diagnostic in file.Diagnostics)
            {
                WriteDiagnostic(file, diagnostic);
                output.WriteLine();
            }
        }

        output.WriteLine(LintSummary.Of(report));
    }

    private void WriteDiagnostic(LintedFile file, Diagnostic diagnostic)
    {
        var tint = TintOf(diagnostic.Severity);
        var head = paint.Of(tint, $"{SeverityNames.Of(diagnostic.Severity)}[{diagnostic.Code}]");
        output.WriteLine($"{head}: {paint.Of(Tint.Strong, Printable.Of(diagnostic.Message))}");
        var margin = WriteSnippet(file, diagnostic.Range, tint);
        foreach (var related in diagnostic.Related)
        {
            WriteRelated(file, related);
        }

        if (diagnostic.Witness is { Count: > 0 } witness)
        {
            var sample = string.Join(", ", witness.Select(pair => $"{pair.Key} = {Printable.Of(pair.Value)}"));
            output.WriteLine($"{margin} = sample: {sample}");
        }

        foreach (var fix in diagnostic.Fixes)
        {
            output.WriteLine($"{margin} = fix{(fix.Safe ? "" : " (unsafe)")}: {Printable.Of(fix.Title)}");
        }
    }

    private void WriteRelated(LintedFile file, RelatedLocation related)
    {
        output.WriteLine($"{paint.Of(Tint.Note, "note")}: {Printable.Of(related.Message)}");
        if (related.Path == file.Name)
        {
            WriteSnippet(file, related.Range, Tint.Note);
        }
        else
        {
            output.WriteLine($"  --> {Place(related.Path, related.Range)}");
        }
    }

    // Returns the margin, as wide as the line's number.
    private string WriteSnippet(LintedFile file, TextRange range, Tint tint)
    {
        var snippet = Snippet.Of(file.Lines, range);
        var margin = new string(' ', snippet.Number.Length);
        var bar = paint.Of(Tint.Faint, "|");
        output.WriteLine($"{margin}{paint.Of(Tint.Faint, "-->")} {Place(file.Name, range)}");
        output.WriteLine($"{margin} {bar}");
        output.WriteLine($"{paint.Of(Tint.Faint, snippet.Number)} {bar} {snippet.Text}".TrimEnd());
        output.WriteLine(
            $"{margin} {bar} {new string(' ', snippet.Indent)}{paint.Of(tint, new string('^', snippet.Carets))}"
        );
        return margin;
    }

    private static string Place(string path, TextRange range) =>
        $"{Printable.Of(path)}:{range.StartLine}:{range.StartColumn}";

    private static Tint TintOf(DiagnosticSeverity severity) =>
        severity switch
        {
            DiagnosticSeverity.Error => Tint.Bad,
            DiagnosticSeverity.Warning => Tint.Doubtful,
            _ => Tint.Note,
        };
}

/// <summary>The last line of a text report.</summary>
internal static class LintSummary
{
    /// <summary>Such as <c>3 files: 1 error, 2 warnings</c>.</summary>
    public static string Of(LintReport report)
    {
        var parts = new List<string>();
        Add(parts, report.Count(DiagnosticSeverity.Error), "error", "errors");
        Add(parts, report.Count(DiagnosticSeverity.Warning), "warning", "warnings");
        Add(parts, report.Count(DiagnosticSeverity.Info), "remark", "remarks");
        Add(parts, report.Known, "known from the baseline", "known from the baseline");
        var files = report.Files.Length == 1 ? "1 file" : $"{report.Files.Length} files";
        return $"{files}: {(parts.Count == 0 ? "no findings" : string.Join(", ", parts))}";
    }

    private static void Add(List<string> parts, int count, string one, string many)
    {
        if (count > 0)
        {
            parts.Add(count == 1 ? $"1 {one}" : $"{count} {many}");
        }
    }
}
