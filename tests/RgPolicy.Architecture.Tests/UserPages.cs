using System.Text.RegularExpressions;

namespace RgPolicy.Architecture.Tests;

/// <summary>The prose of the pages for users: paragraphs and items of lists, without code, tables and headings.</summary>
internal static partial class UserPages
{
    private static readonly string[] Generated = ["docs/reference/settings.md", "docs/reference/sql-server-options.md"];

    /// <summary>Pages written by hand; paths relative to the root.</summary>
    public static IEnumerable<string> All =>
        Repository
            .Files(["docs/tutorial", "docs/howto", "docs/reference", "docs/explain"], ".md")
            .Where(page => !Generated.Contains(page, StringComparer.Ordinal))
            .Append("README.md");

    /// <summary>Paragraphs and items, each on one line; code in a line is one word, a link its text.</summary>
    public static IEnumerable<string> Paragraphs(string page) =>
        Break()
            .Split(Skipped().Replace(Repository.Read(page).ReplaceLineEndings("\n"), "\n\n"))
            .Select(paragraph => Link().Replace(Code().Replace(paragraph, "code"), "${text}"))
            .Select(paragraph => Blank().Replace(paragraph, " ").Trim())
            .Where(paragraph => paragraph.Length > 0);

    /// <summary>Sentences end with a point, a question mark, a colon or a semicolon before a blank.</summary>
    public static IEnumerable<string> Sentences(string page) =>
        Paragraphs(page).SelectMany(paragraph => End().Split(paragraph)).Where(sentence => Words(sentence) > 0);

    /// <summary>Words of prose; marks alone are none.</summary>
    public static int Words(string text) => text.Split(' ').Count(word => word.Any(char.IsLetterOrDigit));

    [GeneratedRegex(
        @"^ *```.*?^ *```|^ {4}(?![-*] |\d+\. )[^\n]*|^ *\|[^\n]*|^#[^\n]*|<!--.*?-->|^\[[^\]\n]+\]:[^\n]*",
        RegexOptions.Singleline | RegexOptions.Multiline,
        5000
    )]
    private static partial Regex Skipped();

    [GeneratedRegex(@"\n\s*\n|\n(?=\s*([-*]|\d+\.)\s)", RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Break();

    [GeneratedRegex("``[^`]*(`[^`]+)*``|`[^`]*`", RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Code();

    [GeneratedRegex(@"!?\[(?<text>[^\]]*)\]\([^)]*\)", RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Link();

    [GeneratedRegex(@"\s+", RegexOptions.None, 5000)]
    private static partial Regex Blank();

    [GeneratedRegex(@"(?<=[.?!:;][)*_""]*) ", RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex End();
}
