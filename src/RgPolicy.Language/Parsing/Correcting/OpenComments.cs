using System.Text.RegularExpressions;
using Antlr4.Runtime;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>A comment that is not closed, so that all below it is lost.</summary>
internal static partial class OpenComments
{
    /// <summary>Closes it before the next line that begins a statement, so that what stands there is read.</summary>
    public static Correction Close(IToken comment, string content)
    {
        var start = comment.StartIndex;
        var statement = Default().IsMatch(content.AsSpan(0, start)) ? Match.Empty : Statement().Match(content, start);
        var end = Math.Max(
            start + 2,
            content.AsSpan(0, statement.Success ? statement.Index : content.Length).TrimEnd().Length
        );
        return new Correction(
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
