using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Quotes of other languages: <c>N'etl'</c>, <c>`etl`</c>, <c>[session].[login]</c>, <c>"cpu
/// weight" 5</c>.</summary>
internal sealed class QuoteRule : ICorrectionRule
{
    private const int LongestPrefix = 2;
    private const int MostInside = 8;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        Binary(tokens, index)
        ?? Prefixed(tokens, index)
        ?? Backquoted(tokens, index)
        ?? Bracketed(tokens, index)
        ?? Word(tokens, index);

    // `binary 'Etl'`
    private static (Correction Correction, int Next)? Binary(RawTokens tokens, int index) =>
        tokens.IsAny(index, "binary", "exact", "strict", "cs", "sensitive")
        && tokens.IsText(index + 1)
        && !tokens.Touches(index)
            ? Instead(tokens, index, index + 1, "exactly", "A text whose case counts stands behind `exactly`")
            : null;

    private static (Correction Correction, int Next)? Prefixed(RawTokens tokens, int index)
    {
        var isPrefix =
            tokens.Type(index) == RgPolicyLexer.IDENTIFIER
            && tokens.Text(index).Length <= LongestPrefix
            && tokens.IsText(index + 1)
            && tokens.Touches(index);
        var (start, end) = isPrefix ? (tokens.Start(index), tokens.End(index)) : (0, 0);
        return isPrefix
            ? (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    $"A text in quotes has no `{tokens.Text(index)}` before it: leave it out.",
                    [new Replacement(start, end, "")]
                )
                {
                    Fix = $"Remove `{tokens.Text(index)}`",
                },
                index + 2
            )
            : null;
    }

    private static (Correction Correction, int Next)? Backquoted(RawTokens tokens, int index)
    {
        var close = tokens.Is(index, "`") ? Behind(tokens, index + 1, "`") : -1;
        return close < 0 ? null : Unquoted(tokens, index, close, "`");
    }

    private static (Correction Correction, int Next)? Bracketed(RawTokens tokens, int index)
    {
        // `in ['a', 'b']` and `cores [0..3]` are lists.
        var isName =
            tokens.Is(index, "[")
            && tokens.IsWord(index + 1)
            && tokens.Type(index - 1) is not (RgPolicyLexer.IN or RgPolicyLexer.ANY or RgPolicyLexer.CORES);
        var close = isName ? Behind(tokens, index + 1, "]") : -1;
        if (close != index + 3)
        {
            return null;
        }

        // `[session].[login]` is one mistake.
        var end = close;
        while (tokens.Is(end, ".") && tokens.Is(end + 1, "[") && Behind(tokens, end + 2, "]") is var next and > 0)
        {
            end = next;
        }

        return end == close
            ? Unquoted(tokens, index, close, "[")
            : Instead(
                tokens,
                index,
                end,
                tokens
                    .Slice(index, end)
                    .Replace("[", "", StringComparison.Ordinal)
                    .Replace("]", "", StringComparison.Ordinal),
                "Names stand without brackets"
            );
    }

    private static int Behind(RawTokens tokens, int index, string close)
    {
        for (
            var place = index + 1;
            place <= index + MostInside && place < tokens.Count && !tokens.IsFirstOnLine(place);
            place++
        )
        {
            if (tokens.Is(place, close))
            {
                return place + 1;
            }
        }

        return -1;
    }

    private static (Correction Correction, int Next) Unquoted(RawTokens tokens, int index, int next, string mark)
    {
        var inner = tokens.Content[tokens.End(index)..tokens.Start(next - 1)];
        var isText =
            tokens.IsComparison(index - 1)
            || tokens.Type(index - 1)
                is RgPolicyLexer.LIKE
                    or RgPolicyLexer.COMMA
                    or RgPolicyLexer.LEFT_PAREN
                    or RgPolicyLexer.CONTAINS;
        return isText && !inner.Contains('\'', StringComparison.Ordinal)
            ? Instead(tokens, index, next, $"'{inner}'", "Texts stand in `'...'` or `\"...\"`")
            : Instead(
                tokens,
                index,
                next,
                inner,
                mark == "[" ? "Names stand without brackets" : "Names stand without quotes"
            );
    }

    // `"cpu weight" 5`, `"when" plan.writes`: what a word of the language was meant to be.
    private static (Correction Correction, int Next)? Word(RawTokens tokens, int index)
    {
        var inner = tokens.IsText(index) && tokens.Text(index).Length > 2 ? tokens.Text(index)[1..^1] : "";
        var isSetting =
            tokens.Type(index - 1) is RgPolicyLexer.LEFT_BRACE
            && tokens.Type(0) is RgPolicyLexer.POOL or RgPolicyLexer.IN
            && inner.Split(' ') is var words
            && Array.TrueForAll(words, Repairing.Words.Has);
        return isSetting ? Instead(tokens, index, index + 1, inner, "A setting's name stands without quotes") : null;
    }

    private static (Correction Correction, int Next) Instead(
        RawTokens tokens,
        int index,
        int next,
        string meant,
        string why
    )
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (
            new Correction("RG1001", start, end, $"{why}: write `{meant}`.", [new Replacement(start, end, meant)])
            {
                Fix = $"Write `{meant}`",
            },
            next
        );
    }
}
