using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Parsing.Repairing;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Words of the grammar with a slip: in capitals, twice, or with a letter that is wrong.</summary>
internal static class WordRule
{
    private const int ShortestNear = 3;

    public static IEnumerable<Correction> Find(StatementText statement)
    {
        var place = statement.Place;
        for (var at = Math.Max(statement.First, place - 2); at <= place; at++)
        {
            if (InCapitals(statement, at) is var (found, _))
            {
                yield return found;
            }
        }

        for (var at = Math.Max(1, place - 1); at <= place; at++)
        {
            var text = statement.At(at).Text;
            if (text.Length > 0 && text == statement.At(at - 1).Text && statement.Type(at) != RgPolicyLexer.UNKNOWN)
            {
                yield return Change(
                    statement,
                    at,
                    "",
                    "RG1001",
                    text is "{" or "}"
                        ? "The braces stand twice: leave the inner ones out."
                        : $"`{TokenText.Clip(text)}` stands twice: leave one out."
                );
            }
        }

        var last = statement.At(place);
        if (
            last.Type == RgPolicyLexer.IDENTIFIER
            && last.Text.Length >= ShortestNear
            && !PhraseTable.Instance.Knows(last.Text)
            && statement.Mistake is { } mistake
            && NameSuggestion.Find(
                last.Text,
                statement.Last is null
                    ? Expectations.Words(mistake)
                    : Expectations.Words(mistake).Concat(Continuations.Joining)
            )
                is { } meant
        )
        {
            yield return Change(
                statement,
                place,
                meant,
                "RG1001",
                $"`{TokenText.Clip(last.Text)}` does not fit here. Did you mean `{meant}`?"
            ) with
            {
                IsSafe = false,
            };
        }
    }

    private static (Correction Correction, int Next)? InCapitals(StatementText statement, int at) =>
        statement.Type(at) == RgPolicyLexer.IDENTIFIER && Words.InSmallLetters(statement.At(at).Text) is { } word
            ? (
                Change(
                    statement,
                    at,
                    word,
                    "RG1005",
                    $"Words are written in small letters: `{word}` instead of `{statement.At(at).Text}`."
                ) with
                {
                    Elsewhere = InCapitals,
                },
                at + 1
            )
            : null;

    private static Correction Change(StatementText statement, int at, string word, string code, string message)
    {
        var (start, end) = (statement.Start(at), statement.End(at + 1));
        return new Correction(code, start, end, message, [new Replacement(start, end, word)])
        {
            Fix = word.Length == 0 ? $"Remove `{TokenText.Clip(statement.At(at).Text)}`" : $"Write `{word}`",
        };
    }
}
