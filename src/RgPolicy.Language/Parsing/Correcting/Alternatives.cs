using System.Text.RegularExpressions;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>
/// The texts that a regular expression with <c>|</c> stands for: <c>(a|b)c</c> is <c>ac</c> and <c>bc</c>.
/// </summary>
internal static partial class Alternatives
{
    /// <summary>Them; only the text itself where it has none, or more than one group of them.</summary>
    public static IReadOnlyList<string> Of(string text)
    {
        var group = Group().Match(text);
        var (before, behind) = (group.Groups["before"].Value, group.Groups["behind"].Value);
        return group.Success ? [.. group.Groups["parts"].Value.Split('|').Select(part => before + part + behind)]
            : text.AsSpan().IndexOfAny('(', ')') < 0 ? text.Split('|')
            : [text];
    }

    [GeneratedRegex(
        @"^(?<before>[^()|]*)\((\?:)?(?<parts>[^()]*)\)(?<behind>[^()|]*)$",
        RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex Group();
}
