using RgPolicy.Cli.Explain;
using RgPolicy.Language.Text;

namespace RgPolicy.Cli.Lint;

/// <summary>The report for people.</summary>
internal sealed class LintText(TextWriter output, Paint paint)
{
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
            WriteRelated(file, related);

        if (diagnostic.Witness is { Count: > 0 } witness)
        {
            var sample = string.Join(", ", witness.Select(pair => $"{pair.Key} = {Printable.Of(pair.Value)}"));
            output.WriteLine($"{margin} = sample: {sample}");
        }

        foreach (var fix in diagnostic.Fixes)
            output.WriteLine($"{margin} = fix{(fix.Safe ? "" : " (unsafe)")}: {Printable.Of(fix.Title)}");
    }

    private void WriteRelated(LintedFile file, RelatedLocation related)
    {
        output.WriteLine($"{paint.Of(Tint.Note, "note")}: {Printable.Of(related.Message)}");
        if (related.Path == file.Name)
            WriteSnippet(file, related.Range, Tint.Note);
        else
            output.WriteLine($"  --> {Place(related.Path, related.Range)}");
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
            parts.Add(count == 1 ? $"1 {one}" : $"{count} {many}");
    }
}

/// <summary>The line that a range is on, with carets below.</summary>
/// <param name="Number">The line's number.</param>
/// <param name="Text">The line, safe to print and cut where it is long.</param>
/// <param name="Indent">Cells before the first caret.</param>
/// <param name="Carets">Cells to mark; at least one.</param>
internal sealed record Snippet(string Number, string Text, int Indent, int Carets)
{
    private const int MaximumLength = 140;
    private const int Before = 40;
    private const string Ellipsis = "...";

    /// <summary>Creates the snippet of a finding.</summary>
    public static Snippet Of(SourceLines lines, TextRange range)
    {
        var line = lines[range.StartLine];
        var start = Math.Clamp(range.StartColumn - 1, 0, line.Length);
        var end =
            range.EndLine > range.StartLine
                ? line.TrimEnd().Length
                : Math.Clamp(range.EndColumn - 1, start, line.Length);
        var (shown, offset) = Cut(line, start);
        var prefix = offset > 0 ? Ellipsis.Length : 0;
        var marked = Math.Clamp(end - offset + prefix, start - offset + prefix, shown.Length);
        var first = start - offset + prefix;
        return new Snippet(
            range.StartLine.ToString(CultureInfo.InvariantCulture),
            Printable.Of(shown),
            Printable.Cells(shown.AsSpan(0, first)),
            Math.Max(1, Printable.Cells(shown.AsSpan(first, marked - first)))
        );
    }

    private static (string Shown, int Offset) Cut(string line, int start)
    {
        if (line.Length <= MaximumLength)
            return (line, 0);

        var offset = start < MaximumLength - Before ? 0 : start - Before;
        var length = Math.Min(MaximumLength, line.Length - offset);
        var head = offset > 0 ? Ellipsis : "";
        var tail = offset + length < line.Length ? Ellipsis : "";
        return (string.Concat(head, line.AsSpan(offset, length), tail), offset);
    }
}
