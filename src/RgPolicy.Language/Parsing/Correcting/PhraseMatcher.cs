using System.Text.RegularExpressions;
using RgPolicy.Language.Parsing.Repairing;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Finds the phrases of the table around a token that does not fit: the longest first, then in the order of
/// the table. It looks at a bounded number of tokens, however long the text is.</summary>
internal static partial class PhraseMatcher
{
    private const int MostTokensBack = 40;

    public static IEnumerable<Correction> Around(StatementReading statement)
    {
        var places = statement.Places;
        var found = new List<(int Length, int Row, Correction Correction)>();
        for (var at = Math.Max(0, statement.Place - MostTokensBack); at <= statement.Place; at++)
        {
            foreach (var phrase in PhraseTable.Instance.BeginningWith(statement.At(at).Text))
            {
                if (
                    (phrase.Place & places[at]) != Place.None
                    && At(statement, at, phrase, statement.Place) is var (end, correction)
                )
                    found.Add((end - at, phrase.Row, correction));
            }
        }

        return found
            .OrderByDescending(match => match.Length)
            .ThenBy(match => match.Row)
            .Select(match => match.Correction);
    }

    private static (int End, Correction Correction)? At(StatementReading statement, int at, Phrase phrase, int least)
    {
        var (match, behind) = (new PhraseMatch(statement), -1);
        var isFound = phrase.Pattern.Match(
            match,
            at,
            end =>
            {
                behind = end;
                return end >= least && end > at;
            }
        );
        var isNothing = match.ReplacedFrom >= 0 && match.ReplacedFrom == match.ReplacedTo && phrase.Meant.Length == 0;
        return isFound && !isNothing ? (behind, Correction(statement, phrase, match, at, behind)) : null;
    }

    private static Correction Correction(StatementReading statement, Phrase phrase, PhraseMatch match, int at, int end)
    {
        var (from, to) = match.ReplacedFrom < 0 ? (at, end) : (match.ReplacedFrom, match.ReplacedTo);
        var written = statement.Slice(from, to);
        var meant = Fill(phrase.Meant, match, written);
        var edit =
            from < to
                ? new Replacement(statement.Start(from), statement.End(to), Apart(statement, from, to, meant))
                : Insertion(statement, from, meant);
        var (start, stop) =
            from < to ? (edit.Start, edit.End)
            : from < statement.Tokens.Length ? (statement.Start(from), statement.End(from + 1))
            : (statement.Start(from - 1), statement.End(from));
        return new Correction(
            phrase.Code,
            start,
            stop,
            phrase.Message is { } message
                ? Fill(message, match, written).Replace("$$", meant, StringComparison.Ordinal)
                : Message(statement, from, written, meant),
            [edit]
        )
        {
            Fix =
                phrase.Fix == PhraseFix.None ? null
                : meant.Length == 0 ? $"Remove `{TokenText.Clip(written)}`"
                : $"Write `{meant}`",
            IsSafe = phrase.Fix == PhraseFix.Safe,
            Elsewhere = (other, place) =>
                (phrase.Place & other.Places[place]) != Place.None && At(other, place, phrase, 0) is var (_, again)
                    ? again
                    : null,
        };
    }

    private static string Message(StatementReading statement, int from, string written, string meant) =>
        written.Length == 0 ? $"Expected `{meant}` before {TokenText.Name(statement.At(from))}."
        : meant.Length == 0 ? $"`{TokenText.Clip(written)}` has no meaning here: leave it out."
        : $"Write `{meant}` instead of `{TokenText.Clip(written)}`.";

    private static Replacement Insertion(StatementReading statement, int at, string meant)
    {
        var (before, behind) = (statement.End(at), statement.Start(at));
        return at == 0 || statement.IsFirstOnLine(at)
            ? new Replacement(behind, behind, meant + " ")
            : new Replacement(
                before,
                before,
                (meant[0] is ',' or ')' ? "" : " ") + meant + (before == behind ? " " : "")
            );
    }

    // Words need a blank where marks need none.
    private static string Apart(StatementReading statement, int from, int to, string meant) =>
        meant.Length == 0
            ? statement.Touches(from) && statement.Touches(to)
                ? " "
                : ""
            : (
                statement.Touches(from)
                && IsWordLike(statement.Content[statement.Start(from) - 1])
                && IsWordLike(meant[0])
                    ? " "
                    : ""
            )
                + meant
                + (
                    statement.Touches(to) && IsWordLike(meant[^1]) && IsWordLike(statement.Content[statement.End(to)])
                        ? " "
                        : ""
                );

    private static bool IsWordLike(char letter) => char.IsLetterOrDigit(letter) || letter is '_' or '\'' or '"';

    // `$1` is what the first group stands for, `$1t` its text without quotes, `$1n` a name made of it, `$1r` the
    // pattern of a regular expression; `$1[ and |not #]` says `not` of each of its items, with `and` between.
    private static string Fill(string template, PhraseMatch match, string written) =>
        EmptyItem().Replace(Group().Replace(template, found => Filled(found, match, written)), "");

    private static string Filled(Match found, PhraseMatch match, string written)
    {
        var group = found.Groups["group"].Value[0] - '0';
        var text = group == 0 ? written : match.Text(group);
        return found.Groups["form"].Value switch
        {
            "t" => text.Trim('\'', '"', '`', '/'),
            "n" => NotOfName().Replace(text.Trim('\'', '"', '`'), "_"),
            "r" => Pattern(text),
            "" => text,
            _ => string.Join(
                found.Groups["joint"].Value,
                Item()
                    .Matches(text)
                    .Select(item =>
                        Fill(found.Groups["said"].Value, match, "")
                            .Replace("#", item.Value.Trim(), StringComparison.Ordinal)
                    )
            ),
        };
    }

    // What a regular expression means, as a pattern of `like`, where it has no other marks.
    private static string Pattern(string text)
    {
        var inner = text.Trim('/').Trim('\'', '"').Trim();
        var middle = inner.TrimStart('^').TrimEnd('$').Replace(".*", "%", StringComparison.Ordinal);
        return EveryText()
            .Replace($"{(inner.StartsWith('^') ? "" : "%")}{middle}{(inner.EndsWith('$') ? "" : "%")}", "%");
    }

    // A list whose last part is missing.
    [GeneratedRegex(@"(, )+(?=\)|$)", RegexOptions.ExplicitCapture, 1_000)]
    private static partial Regex EmptyItem();

    [GeneratedRegex(
        @"\$(?<group>\d)(?<form>[tnr](?![A-Za-z])|\[(?<joint>[^|\]]*)\|(?<said>[^\]]*)\])?",
        RegexOptions.ExplicitCapture,
        1_000
    )]
    private static partial Regex Group();

    [GeneratedRegex(@"(exactly +)?('[^'\n]*'|""[^""\n]*"")|[^,'""\s][^,'""]*", RegexOptions.ExplicitCapture, 1_000)]
    private static partial Regex Item();

    [GeneratedRegex("%%+", RegexOptions.NonBacktracking)]
    private static partial Regex EveryText();

    [GeneratedRegex(@"[^\p{L}\p{Nd}_]+", RegexOptions.NonBacktracking)]
    private static partial Regex NotOfName();
}
