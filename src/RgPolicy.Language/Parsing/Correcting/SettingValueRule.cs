using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Values of settings with words or a range: <c>cache max 10%</c>, <c>grant up to 64 MiB</c>, <c>cache
/// 10%..50%</c>.</summary>
internal sealed class SettingValueRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.Type(index)
            is RgPolicyLexer.CACHE
                or RgPolicyLexer.MAXDOP
                or RgPolicyLexer.CONCURRENCY
                or RgPolicyLexer.QUEUE
                or RgPolicyLexer.WEIGHT
                or RgPolicyLexer.GRANT
                or RgPolicyLexer.TEMPDB
            ? Words(tokens, index) ?? Range(tokens, index)
            : null;

    private static (Correction Correction, int Next)? Words(RawTokens tokens, int index)
    {
        var end = index + 1;
        while (
            end < index + 4
            && tokens.IsAny(
                end,
                "max",
                "min",
                "maximum",
                "minimum",
                "limit",
                "up",
                "upto",
                "to",
                "at",
                "most",
                "exactly",
                "about",
                "is",
                "of",
                "value"
            )
        )
        {
            end++;
        }

        var isLeast = tokens.IsAny(index + 1, "at") && !tokens.IsAny(index + 2, "most"); // `cache at least 2 ways`
        var isValue = end > index + 1 && tokens.IsNumber(end) && !isLeast;
        var (start, last) = (tokens.Start(index + 1), isValue ? tokens.End(end - 1) : 0);
        return isValue
            ? (
                new Correction(
                    "RG1001",
                    start,
                    last,
                    $"A setting's value stands right behind its name: leave out `{tokens.Slice(index + 1, end)}`.",
                    [new Replacement(start, last, "")]
                )
                {
                    Fix = "Remove it",
                },
                end
            )
            : null;
    }

    private static (Correction Correction, int Next)? Range(RawTokens tokens, int index)
    {
        var mark = tokens.IsNumber(index + 1) ? tokens.ConstantEnd(index + 1) : -1;
        var isRange = mark > 0 && tokens.Text(mark) is ".." or "-" or "to" && tokens.IsNumber(mark + 1);
        if (!isRange)
        {
            return null;
        }

        var (start, end) = (tokens.Start(index + 1), tokens.End(tokens.ConstantEnd(mark + 1) - 1));
        var most = tokens.Slice(mark + 1, tokens.ConstantEnd(mark + 1));
        return (
            new Correction(
                "RG1001",
                start,
                end,
                $"A setting has one value and no range: write such as `{tokens.Text(index)} {most}`.",
                [new Replacement(start, end, most)]
            ),
            tokens.ConstantEnd(mark + 1)
        );
    }
}
