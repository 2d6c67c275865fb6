using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>A text that lacks its first quote: <c>= etl'</c>, <c>in ('a', b')</c>.</summary>
internal sealed class FirstQuoteRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        Contracted(tokens, index) ?? Unopened(tokens, index);

    // `plan.shape isn't scan`: to the lexer a text begins there.
    private static (Correction Correction, int Next)? Contracted(RawTokens tokens, int index)
    {
        var isNot =
            tokens.IsAny(index, "isn", "aren", "wasn", "doesn", "don")
            && tokens.Touches(index)
            && tokens.Text(index + 1).StartsWith("'t ", StringComparison.Ordinal);
        var (start, end) = (tokens.Start(index), isNot ? tokens.Start(index + 1) + 2 : 0);
        return isNot
            ? (
                new Correction(
                    "RG1005",
                    start,
                    end,
                    $"Write `!=` instead of `{tokens.Content[start..end]}`: a condition that does "
                        + "not hold has `not` before it.",
                    [new Replacement(start, end, "!=")]
                )
                {
                    Fix = "Write `!=`",
                    IsSafe = false,
                },
                index + 2
            )
            : null;
    }

    private static (Correction Correction, int Next)? Unopened(RawTokens tokens, int index)
    {
        var isValue =
            tokens.IsComparison(index - 1)
            || tokens.Type(index - 1)
                is RgPolicyLexer.LIKE
                    or RgPolicyLexer.CONTAINS
                    or RgPolicyLexer.LEFT_PAREN
                    or RgPolicyLexer.COMMA
                    or RgPolicyLexer.EXACTLY;
        var last = index;
        while (
            isValue
            && tokens.Touches(last)
            && (tokens.IsWord(last) || tokens.IsNumber(last) || tokens.Text(last) is "%" or "-" or ".")
        )
        {
            last++;
        }

        var isOpen = last > index && tokens.Type(last) == RgPolicyLexer.OPEN_STRING && EndsThere(tokens.Text(last));
        var (start, end) = isOpen ? (tokens.Start(index), tokens.Start(last) + 1) : (0, 0);
        return isOpen
            ? (
                new Correction(
                    "RG1002",
                    start,
                    end,
                    $"This text lacks its first quote: write `{tokens.Text(last)[0]}{tokens.Content[start..end]}`.",
                    [new Replacement(start, start, tokens.Text(last)[..1])]
                )
                {
                    Fix = "Write the quote",
                },
                last + 1
            )
            : null;
    }

    // Behind the quote nothing of a text follows.
    private static bool EndsThere(string open)
    {
        var rest = open.AsSpan(1).TrimStart(" \t");
        return rest.IsEmpty
            || rest[0] is ')' or ',' or '}'
            || rest.StartsWith("and ")
            || rest.StartsWith("or ")
            || rest.StartsWith("then ");
    }
}
