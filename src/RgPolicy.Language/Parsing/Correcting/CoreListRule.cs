using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Cores in brackets: <c>cores [0, 1, 2]</c>, <c>cores = [0..3]</c>.</summary>
internal sealed class CoreListRule : ICorrectionRule
{
    // `cores 0..3 8`
    private static (Correction Correction, int Next)? Comma(RawTokens tokens, int index)
    {
        var place = index + 1;
        while (
            tokens.Is(index, "cores")
            && (tokens.Type(place) == RgPolicyLexer.INTEGER || tokens.Text(place) is "," or "..")
            && !(tokens.Type(place) == RgPolicyLexer.INTEGER && tokens.Type(place - 1) == RgPolicyLexer.INTEGER)
        )
        {
            place++;
        }

        var isForgotten =
            place > index + 1 && tokens.Type(place) == RgPolicyLexer.INTEGER && !tokens.IsFirstOnLine(place);
        return isForgotten
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(place),
                    tokens.End(place),
                    $"Expected `,` before `{tokens.Text(place)}`: cores are a list such as `0..3, 8`.",
                    [new Replacement(tokens.End(place - 1), tokens.End(place - 1), ",")]
                )
                {
                    Fix = "Write `,`",
                },
                place + 1
            )
            : null;
    }

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        if (Comma(tokens, index) is { } comma)
        {
            return comma;
        }

        var open = tokens.Text(index + 1) is "=" or ":" ? index + 2 : index + 1;
        if (!tokens.Is(index, "cores") || tokens.Text(open) is not ("[" or "(" or "{"))
        {
            return null;
        }

        var close = open + 1;
        while (tokens.IsNumber(close) || tokens.Text(close) is "," or "..")
        {
            close++;
        }

        return close > open + 1 && tokens.Text(close) is "]" or ")" or "}"
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(open),
                    tokens.End(close),
                    $"Cores stand without brackets: write `cores {tokens.Slice(open + 1, close)}`.",
                    [
                        new Replacement(tokens.Start(index + 1), tokens.End(open), " "),
                        new Replacement(tokens.Start(close), tokens.End(close), " "),
                    ]
                )
                {
                    Fix = "Remove the brackets",
                },
                close + 1
            )
            : null;
    }
}
