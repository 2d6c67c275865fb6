using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Quotes that only typesetting has, around a text: <c>‘etl’</c>, <c>«etl»</c>.</summary>
internal static class QuoteRule
{
    private const int MostTokensBack = 8;

    public static IEnumerable<Correction> Find(StatementReading statement)
    {
        for (var place = statement.Place; place > statement.Place - MostTokensBack; place--)
        {
            if (IsQuote(statement, place) && Around(statement, place) is { } found)
                yield return found;
        }
    }

    private static Correction? Around(StatementReading statement, int open)
    {
        var close = open + 1;
        while (close < statement.Tokens.Length && !IsQuote(statement, close) && !statement.IsFirstOnLine(close))
            close++;

        var isClosed = IsQuote(statement, close) && !statement.IsFirstOnLine(close);
        var (start, end) = (statement.Start(open), statement.End(isClosed ? close + 1 : close));
        var inner = statement.Content[statement.End(open + 1)..(isClosed ? statement.Start(close) : end)];
        var quote = inner.Contains('\'', StringComparison.Ordinal) ? '"' : '\'';
        var name = Characters.Name(Rune.GetRuneAt(statement.At(open).Text, 0));
        return inner.Contains(quote, StringComparison.Ordinal)
            ? null
            : new Correction(
                "RG1004",
                start,
                end,
                $"{name} is a typographic quote: texts stand in `'...'` or `\"...\"`.",
                [new Replacement(start, end, $"{quote}{inner}{quote}")]
            )
            {
                Fix = "Write plain quotes",
                Elsewhere = (other, place) => IsQuote(other, place) ? Around(other, place) : null,
            };
    }

    private static bool IsQuote(StatementReading statement, int place) =>
        statement.Type(place) == RgPolicyLexer.UNKNOWN && Characters.IsQuote(statement.At(place).Text[0]);
}
