using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>A range in other words: <c>between 4, 8</c>, <c>between 4 to 8</c>, <c>in 4..8</c>, <c>= 4
/// - 8</c>.</summary>
internal sealed class RangeRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var place = tokens.SignalEnd(index);
        var isNegated = tokens.IsAny(place, "not");
        var word = isNegated ? place + 1 : place;
        if (place < 0 || !(tokens.IsAny(word, "between", "in", "from") || tokens.Type(word) == RgPolicyLexer.EQUAL))
        {
            return null;
        }

        var open = tokens.Text(word + 1) is "(" or "[" ? 1 : 0;
        var low = word + 1 + open;
        var mark = Amount(tokens, low);
        var isMark =
            tokens.IsAny(mark, "..", "to", "until", "-", "and", "...")
            || (
                tokens.Is(mark, ",")
                && !DigitGroupRule.IsGroupMark(tokens, mark)
                && tokens.IsAny(word, "between", "from")
            );
        var high = mark > 0 && isMark ? Amount(tokens, tokens.Is(mark + 1, ".") ? mark + 2 : mark + 1) : -1;
        var isLegal = tokens.IsAny(word, "between") && open == 0 && tokens.Is(mark, "and");
        var isReckoned = tokens.Is(mark, "-") && (tokens.Is(high, "and") || !tokens.IsAny(word, "between", "from"));
        if (high < 0 || isLegal || isReckoned || (tokens.Is(mark, "and") && tokens.Type(word) == RgPolicyLexer.EQUAL))
        {
            return null;
        }

        var next = open > 0 && tokens.Text(high) is ")" or "]" ? high + 1 : high;
        var meant =
            $"{(isNegated ? "not " : "")}between {tokens.Slice(low, mark)} and "
            + $"{tokens.Slice(tokens.Is(mark + 1, ".") ? mark + 2 : mark + 1, high)}";
        var (start, end) = (tokens.Start(place), tokens.End(next - 1));
        return (
            new Correction(
                "RG1001",
                start,
                end,
                $"A range is asked with `between` and `and`: write `{meant}`.",
                [new Replacement(start, end, meant)]
            )
            {
                Fix = $"Write `{meant}`",
            },
            next
        );
    }

    /// <summary>The place behind a number with its unit, or -1.</summary>
    private static int Amount(RawTokens tokens, int index) => tokens.IsNumber(index) ? tokens.ConstantEnd(index) : -1;
}
