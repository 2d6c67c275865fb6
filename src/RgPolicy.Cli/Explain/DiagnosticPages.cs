using System.Text.RegularExpressions;

namespace RgPolicy.Cli.Explain;

/// <summary>The pages of docs/diagnostics, which the executable carries.</summary>
internal static class DiagnosticPages
{
    /// <summary>The page of a code, or null.</summary>
    public static DiagnosticPage? Find(string code)
    {
        using var stream = typeof(DiagnosticPages).Assembly.GetManifestResourceStream($"diagnostics/{code}.md");
        if (stream is null)
            return null;

        using var reader = new StreamReader(stream, Encoding.UTF8);
        return new DiagnosticPage(reader.ReadToEnd().ReplaceLineEndings("\n"));
    }
}

internal sealed record DiagnosticPage(string Text)
{
    private const string SummaryHeading = "## Summary\n\n";

    /// <summary>The text below its heading Summary.</summary>
    public string Summary
    {
        get
        {
            var start = Text.IndexOf(SummaryHeading, StringComparison.Ordinal);
            var rest = start < 0 ? Text : Text[(start + SummaryHeading.Length)..];
            var end = rest.IndexOf("\n## ", StringComparison.Ordinal);
            return (end < 0 ? rest : rest[..end]).Trim().ReplaceLineEndings(" ");
        }
    }
}

/// <summary>A page in Markdown as a terminal shows it: headings strong, code indented or in colour, links as their
/// text.</summary>
internal sealed partial class MarkdownText(Paint paint)
{
    private const string Fence = "```";

    public void Write(TextWriter output, string page)
    {
        var isCode = false;
        foreach (var line in page.TrimEnd('\n').Split('\n'))
        {
            if (line.StartsWith(Fence, StringComparison.Ordinal))
                isCode = !isCode;
            else
                output.WriteLine(isCode ? ("    " + paint.Of(Tint.Note, line)).TrimEnd() : Line(line));
        }
    }

    private string Line(string line)
    {
        var text = Link().Replace(line, "${text}");
        return Heading().Match(text) is { Success: true } heading
            ? paint.Of(Tint.Strong, heading.Groups["text"].Value.Replace("`", "", StringComparison.Ordinal))
            : Code().Replace(text, code => paint.Of(Tint.Note, code.Groups["text"].Value));
    }

    [GeneratedRegex("^#+ (?<text>.*)$", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex Heading();

    [GeneratedRegex("`(?<text>[^`]+)`", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex Code();

    [GeneratedRegex(@"\[(?<text>[^\]]*)\]\([^)]*\)", RegexOptions.ExplicitCapture | RegexOptions.NonBacktracking)]
    private static partial Regex Link();
}
