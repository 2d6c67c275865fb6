using RgPolicy.Language.Numbers;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Types that SQL gives to constants: <c>'x'::text</c>, <c>cast('5' as int)</c>, <c>interval '10
/// minutes'</c>.</summary>
internal sealed class CastRule : ICorrectionRule
{
    // `numeric(9, 2)`, `timestamp(3) with time zone`
    private const int LongestType = 9;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        Colons(tokens, index) ?? Call(tokens, index) ?? Typed(tokens, index);

    // `::text`, `::varchar(20)`, `::text[]`
    private static (Correction Correction, int Next)? Colons(RawTokens tokens, int index)
    {
        if (!tokens.Is(index, ":") || !tokens.Is(index + 1, ":") || !tokens.Touches(index) || !tokens.IsWord(index + 2))
        {
            return null;
        }

        var end =
            tokens.Is(index + 3, "(") && tokens.IsNumber(index + 4) && tokens.Is(index + 5, ")") ? index + 6
            : tokens.Is(index + 3, "[") && tokens.Is(index + 4, "]") ? index + 5
            : index + 3;
        var (start, last) = (tokens.Start(index), tokens.End(end - 1));
        return (
            new Correction(
                "RG1005",
                start,
                last,
                "A constant has its type by how it is written, and there are no casts: leave out "
                    + $"`{tokens.Slice(index, end)}`.",
                [new Replacement(start, last, "")]
            )
            {
                Fix = "Remove the cast",
            },
            end
        );
    }

    private static (Correction Correction, int Next)? Call(RawTokens tokens, int index)
    {
        var isCast = tokens.IsAny(index, "cast", "try_cast") && tokens.Is(index + 1, "(");
        var value = index + 2;
        var end =
            !isCast ? -1
            : tokens.SignalEnd(value) is var signal and > 0 ? signal
            : tokens.ConstantEnd(value);
        var close = end > 0 ? tokens.CloseOf(index + 1) : -1;
        return end > 0 && tokens.IsAny(end, "as") && close > end + 1 && close <= end + LongestType
            ? Instead(tokens, index, close + 1, Plain(tokens, value, end), "There are no casts")
            : null;
    }

    // `interval '10 minutes'`, `INTERVAL '10' MINUTE`
    private static (Correction Correction, int Next)? Typed(RawTokens tokens, int index)
    {
        if (
            !tokens.IsAny(index, "interval", "time")
            || !(tokens.IsText(index + 1) || tokens.IsNumber(index + 1))
            || tokens.Type(index) != RgPolicyLexer.IDENTIFIER
        )
        {
            return null;
        }

        var number = tokens.IsText(index + 1) ? tokens.Text(index + 1)[1..^1] : tokens.Text(index + 1);
        var amount = QuotedAmount.Read(number);
        var outside =
            tokens.IsWord(index + 2) && !tokens.IsFirstOnLine(index + 2)
                ? QuotedAmount.Read($"{number} {tokens.Text(index + 2)}")
                : null;
        return outside is not null ? Duration(tokens, index, index + 3, outside)
            : amount is not null ? Duration(tokens, index, index + 2, amount)
            : null;
    }

    private static (Correction Correction, int Next) Duration(RawTokens tokens, int index, int next, string meant) =>
        Instead(tokens, index, next, meant, "A duration is a number with its unit");

    private static string Plain(RawTokens tokens, int from, int to)
    {
        var text = tokens.Slice(from, to);
        return tokens.IsText(from) && QuotedAmount.Read(text[1..^1]) is { } amount ? amount : text;
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
            new Correction("RG1005", start, end, $"{why}: write `{meant}`.", [new Replacement(start, end, meant)])
            {
                Fix = $"Write `{meant}`",
                IsSafe = false,
            },
            next
        );
    }
}
