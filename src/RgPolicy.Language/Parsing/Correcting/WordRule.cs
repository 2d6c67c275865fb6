using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Parsing.Repairing;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Words of the grammar with a slip: in capitals, or twice.</summary>
internal static class WordRule
{
    public static IEnumerable<Correction> Capitals(StatementReading statement) =>
        Enumerable.Range(statement.Place - 2, 3).Select(at => InCapitals(statement, at)).OfType<Correction>();

    public static IEnumerable<Correction> Twice(StatementReading statement)
    {
        for (var at = Math.Max(1, statement.Place - 1); at <= statement.Place; at++)
        {
            var text = statement.At(at).Text;
            if (text.Length > 0 && text == statement.At(at - 1).Text && statement.Type(at) != RgPolicyLexer.UNKNOWN)
            {
                var (what, isBrace) = (TokenText.Clip(text), text is "{" or "}");
                var message = isBrace
                    ? "The braces stand twice: leave the inner ones out."
                    : $"`{what}` stands twice: leave one out.";
                yield return Change(statement, at, "", "RG1001", message) with
                {
                    IsSafe = !isBrace,
                };
            }
        }
    }

    private static Correction? InCapitals(StatementReading statement, int at) =>
        statement.Type(at) == RgPolicyLexer.IDENTIFIER && Words.InSmallLetters(statement.At(at).Text) is { } word
            ? Change(
                statement,
                at,
                word,
                "RG1005",
                $"Words are written in small letters: `{word}` instead of `{statement.At(at).Text}`."
            ) with
            {
                Elsewhere = InCapitals,
            }
            : null;

    private static Correction Change(StatementReading statement, int at, string word, string code, string message) =>
        Correction.Of(code, statement.Start(at), statement.End(at + 1), message, word);
}
