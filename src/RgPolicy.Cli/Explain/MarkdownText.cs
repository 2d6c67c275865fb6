using System.Text.RegularExpressions;
using RgPolicy.Cli.Terminal;

namespace RgPolicy.Cli.Explain;

/// <summary>A page in Markdown as a terminal shows it: headings strong, code indented or in colour, links as their
/// text.</summary>
internal sealed partial class MarkdownText(Paint paint)
{
    private const string Fence = "```";

    /// <summary>Writes a page.</summary>
    public void Write(TextWriter output, string page)
    {
        var isCode = false;
        foreach (var line in page.TrimEnd('\n').Split('\n'))
        {
            if (line.StartsWith(Fence, StringComparison.Ordinal))
            {
                isCode = !isCode;
            }
            else
            {
                output.WriteLine(isCode ? ("    " + paint.Of(Tint.Note, line)).TrimEnd() : Line(line));
            }
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
