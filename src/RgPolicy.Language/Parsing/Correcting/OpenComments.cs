using System.Text.RegularExpressions;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>A comment that is not closed, so that all below it is lost.</summary>
internal static partial class OpenComments
{
    /// <summary>Closes it before the next line that begins a statement, so that what stands there is read.</summary>
    public static (CorrectedText Text, Correction? Told) Close(string content)
    {
        var text = new CorrectedText(content);
        var start = content.Contains("/*", StringComparison.Ordinal)
            ? Lexing.Read(content).FirstOrDefault(token => token.Type == RgPolicyLexer.OPEN_COMMENT)?.StartIndex
            : null;
        return start is null ? (text, null) : Close(text, start.Value);
    }

    private static (CorrectedText Text, Correction Told) Close(CorrectedText text, int start)
    {
        var content = text.Content;
        var statement = Default().IsMatch(content.AsSpan(0, start)) ? Match.Empty : Statement().Match(content, start);
        var end = Math.Max(
            start + 2,
            content.AsSpan(0, statement.Success ? statement.Index : content.Length).TrimEnd().Length
        );
        var told = new Correction(
            "RG1003",
            start,
            start + 2,
            "This comment is not closed: write `*/` where it ends.",
            [new Replacement(end, end, " */")]
        )
        {
            Fix = "Close the comment",
            IsSafe = false,
        };
        return (text.With(told.Edits), told);
    }

    // Behind the last class there is nothing that must be read.
    [GeneratedRegex(
        @"^[ \t]*default[ \t]*->",
        RegexOptions.Multiline | RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Default();

    [GeneratedRegex(
        @"^[ \t]*(?:(?:language|let|window|pool|class|rule|state|objective|test|use|in)[ \t]+[\w""'']|default[ \t]*->|cache[ \t]+strategy)",
        RegexOptions.Multiline | RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Statement();
}
