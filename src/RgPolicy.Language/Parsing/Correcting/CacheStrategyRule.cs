using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>The cache strategy in other forms: <c>cache strategy = static</c>, <c>cache strategy dynamic
/// plan.working_set</c>.</summary>
internal sealed class CacheStrategyRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        Mark(tokens, index) ?? By(tokens, index) ?? Reserve(tokens, index);

    // `cache strategy = static`
    private static (Correction Correction, int Next)? Mark(RawTokens tokens, int index)
    {
        var isMark =
            tokens.Type(0) == RgPolicyLexer.CACHE
            && index == 2
            && tokens.Text(index) is "=" or ":" or "is"
            && tokens.IsWord(index + 1);
        return isMark
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index),
                    tokens.End(index),
                    $"A cache strategy takes no `{tokens.Text(index)}`: write `cache strategy "
                        + $"{tokens.Text(index + 1)}`.",
                    [new Replacement(tokens.Start(index), tokens.Start(index + 1), "")]
                )
                {
                    Fix = $"Remove `{tokens.Text(index)}`",
                },
                index + 1
            )
            : null;
    }

    // `cache strategy dynamic plan.working_set`
    private static (Correction Correction, int Next)? By(RawTokens tokens, int index)
    {
        var isBare = tokens.Type(0) == RgPolicyLexer.CACHE && index == 3 && tokens.IsSignal(index);
        var start = isBare ? tokens.Start(index) : 0;
        return isBare
            ? (
                new Correction(
                    "RG1001",
                    start,
                    tokens.End(tokens.SignalEnd(index) - 1),
                    $"Expected `by` before `{tokens.Slice(index, tokens.SignalEnd(index))}`.",
                    [new Replacement(start, start, "by ")]
                )
                {
                    Fix = "Write `by`",
                },
                tokens.SignalEnd(index)
            )
            : null;
    }

    // `cache strategy dynamic reserve 10%`
    private static (Correction Correction, int Next)? Reserve(RawTokens tokens, int index)
    {
        var isReserve =
            tokens.Type(0) == RgPolicyLexer.CACHE
            && index > 2
            && tokens.IsAny(index, "reserve", "reserved")
            && tokens.IsNumber(index + 1);
        if (!isReserve)
        {
            return null;
        }

        var (comma, amount) = (tokens.Is(index - 1, ",") ? index - 1 : index, tokens.ConstantEnd(index + 1));
        var end =
            tokens.Is(amount, "for") && tokens.IsAny(amount + 1, "streaming") ? amount + 2
            : tokens.IsAny(amount, "for", "streaming") && !tokens.IsFirstOnLine(amount) ? amount + 1
            : amount;
        var meant = $", reserve {tokens.Slice(index + 1, amount)} for streaming";
        if (comma < index && end == amount + 2 && tokens.Is(index, "reserve"))
        {
            return null;
        }

        // What stands between is left as it is, for it may have a mistake of its own.
        return (
            new Correction(
                "RG1001",
                tokens.Start(index),
                tokens.End(index),
                $"The reserve stands behind a comma, and says for what: write `{meant}`.",
                [
                    new Replacement(tokens.End(comma - 1), tokens.End(index), ", reserve"),
                    new Replacement(tokens.End(amount - 1), tokens.End(end - 1), " for streaming"),
                ]
            )
            {
                Fix = $"Write `{meant}`",
            },
            end
        );
    }
}
