using System.Text.RegularExpressions;
using RgPolicy.Language.Parsing.Repairing;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>What comes along when a policy is pasted: marks of a merge, fences of a document, marks before a
/// line.</summary>
internal static partial class PasteRule
{
    public static IEnumerable<Correction> Find(StatementText statement)
    {
        var place = statement.Place;
        while (place > statement.Place - 4 && place > 0 && !statement.IsFirstOnLine(place))
        {
            place--;
        }

        if (place >= statement.Tokens.Length || !(place == 0 || statement.IsFirstOnLine(place)))
        {
            yield break;
        }

        var line = Line(statement.Content, statement.Start(place));
        if (WholeLine().IsMatch(line))
        {
            yield return Removed(
                statement,
                place,
                line.TrimEnd().Length,
                $"`{TokenText.Clip(line.TrimEnd())}` is no part of a policy: leave the line out."
            );
        }
        else if (Mark().Match(line) is { Success: true } mark)
        {
            yield return Removed(
                statement,
                place,
                mark.Groups["mark"].Length,
                $"{Characters.Named(mark.Groups["mark"].Value)} has no meaning before a statement: leave it out."
            );
        }
    }

    private static string Line(string content, int start)
    {
        var end = content.AsSpan(start).IndexOfAny('\r', '\n');
        return end < 0 ? content[start..] : content.Substring(start, end);
    }

    private static Correction Removed(StatementText statement, int place, int length, string message)
    {
        var start = statement.Start(place);
        return new Correction(
            statement.At(place).Text[0] > '~' ? "RG1004" : "RG1001",
            start,
            start + length,
            message,
            [new Replacement(start, start + length, "")]
        )
        {
            Fix = "Remove it",
            IsSafe = false,
        };
    }

    [GeneratedRegex(
        @"^(((<{7}|={7}|>{7}|\|{7})( .*)?)|(```|~~~).*|[-=*_#~]{3,}\s*)$",
        RegexOptions.NonBacktracking | RegexOptions.ExplicitCapture
    )]
    private static partial Regex WholeLine();

    [GeneratedRegex(
        @"^(?<mark>([>+*|\u2022\u00B7\u25AA\u25CF\u25E6\u2023\u2013\u2014\uF0B7-]|\d+[.):])[ \t]*)(class|pool|let|window|rule|state|objective|default|test)\b",
        RegexOptions.ExplicitCapture,
        1_000
    )]
    private static partial Regex Mark();
}
