using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>A word of the language, or a mark, that stands twice: <c>when when</c>, <c>in in</c>,
/// <c>-&gt; -&gt;</c>.</summary>
internal sealed class DoubledRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        Braces(tokens, index) ?? Word(tokens, index);

    // `pool q {{ ... }}`, but not the placeholder `{{ pool }}`
    private static (Correction Correction, int Next)? Braces(RawTokens tokens, int index)
    {
        var close = index + 2;
        while (tokens.Is(index, "{") && tokens.Is(index + 1, "{") && close < tokens.Count && !tokens.Is(close, "}"))
        {
            close++;
        }

        var isTwice = close > index + 3 && tokens.Is(close, "}") && tokens.Is(close + 1, "}");
        return isTwice
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index + 1),
                    tokens.End(index + 1),
                    "The braces stand twice: leave the inner ones out.",
                    [
                        new Replacement(tokens.Start(index + 1), tokens.End(index + 1), ""),
                        new Replacement(tokens.Start(close), tokens.End(close), ""),
                    ]
                )
                {
                    Fix = "Remove the inner braces",
                },
                index + 2
            )
            : null;
    }

    private static (Correction Correction, int Next)? Word(RawTokens tokens, int index)
    {
        var second = index + 1;
        var isTwice =
            second < tokens.Count
            && tokens.Text(index) == tokens.Text(second)
            && (IsFrame(tokens, second) || tokens.Text(index) is "->" or "," or "%" or "..");
        // `class class -> q`, `pool pool {`: a name may be any word.
        if (!isTwice || (tokens.IsFirstOnLine(index) && !tokens.IsWord(second + 1)))
        {
            return null;
        }

        var (start, end) = (tokens.End(index), tokens.End(second));
        return (
            new Correction(
                "RG1001",
                tokens.Start(second),
                end,
                $"`{tokens.Text(index)}` stands twice: leave one out.",
                [new Replacement(start, end, "")]
            )
            {
                Fix = $"Remove `{tokens.Text(index)}`",
            },
            second + 1
        );
    }

    private static bool IsFrame(RawTokens tokens, int index) =>
        tokens.IsWord(index)
        && tokens.Type(index) is not (RgPolicyLexer.IDENTIFIER or RgPolicyLexer.NOT)
        && tokens.Type(index - 2) is not (RgPolicyLexer.DOT or RgPolicyLexer.EQUAL);
}
