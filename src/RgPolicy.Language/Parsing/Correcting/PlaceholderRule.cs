using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Placeholders of other tools, of which a policy has none: <c>${pool}</c>, <c>$pool</c>, <c>{{ .Values.weight
/// }}</c>, <c>$(weight)</c>.</summary>
internal sealed class PlaceholderRule : ICorrectionRule
{
    private const int MostInside = 12;

    // What is put in only helps to read on.
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var end = Doubled(tokens, index) ?? Dollar(tokens, index) ?? Dots(tokens, index) ?? -1;
        if (end < 0)
        {
            return null;
        }

        var (start, last) = (tokens.Start(index), tokens.End(end - 1));
        return (
            new Correction(
                "RG1005",
                start,
                last,
                $"`{tokens.Slice(index, end)}` "
                    + $"{(tokens.Text(index) is ".." or "?" ? "says nothing: write what is meant" : "is a placeholder of another tool: write what it stands for, or a `let`")}.",
                [new Replacement(start, last, tokens.BeginsCondition(index) ? CallRule.Neutral(tokens) : "_")]
            ),
            end
        );
    }

    // `???`, `...`
    private static int? Dots(RawTokens tokens, int index)
    {
        var end = index + 1;
        while (
            (
                tokens.Is(index, "?") && tokens.Is(end, "?")
                || (tokens.Is(index, "..") && tokens.Text(end) is "." or "..")
            ) && tokens.Touches(end - 1)
        )
        {
            end++;
        }

        // Between numbers they are a range.
        var isRange = tokens.IsNumber(index - 1) && tokens.IsNumber(end);
        return end > index + 1 && !isRange && !tokens.IsFirstOnLine(index) ? end : null;
    }

    // Behind a name two braces are a block that was opened twice.
    private static int? Doubled(RawTokens tokens, int index)
    {
        var isOpen = tokens.Is(index, "{") && tokens.Is(index + 1, "{") && tokens.Touches(index);
        var isOne = isOpen && tokens.IsWord(index + 2) && tokens.Is(index + 3, "}");
        return
            isOne
            || (isOpen && (IsValue(tokens, index) || tokens.Type(index - 1) is RgPolicyLexer.ARROW or RgPolicyLexer.TO))
            ? Close(tokens, index + 2, isDoubled: true)
            : null;
    }

    // What a variable may stand for is told as one.
    private static bool IsValue(RawTokens tokens, int index) =>
        tokens.IsComparison(index - 1)
        || tokens.Type(index - 1) is RgPolicyLexer.LIKE or RgPolicyLexer.COMMA or RgPolicyLexer.LEFT_PAREN
        || Expectations.IsSettingWord(tokens.Type(index - 1));

    private static int? Dollar(RawTokens tokens, int index)
    {
        var isMark = (tokens.Is(index, "$") || tokens.Is(index, "#")) && tokens.Touches(index);

        if (!isMark)
        {
            return null;
        }

        if (
            tokens.Is(index, "$")
            && tokens.IsAny(index + 1, "env")
            && tokens.Is(index + 2, ":")
            && tokens.IsWord(index + 3)
        )
        {
            return index + 4;
        }

        if (tokens.Is(index, "$") && tokens.IsWord(index + 1) && !IsValue(tokens, index))
        {
            return index + 2;
        }

        if (tokens.Is(index + 1, "{") || (tokens.Is(index, "$") && tokens.Is(index + 1, "(")))
        {
            return Close(tokens, index + 2, isDoubled: false);
        }

        return null;
    }

    private static int? Close(RawTokens tokens, int index, bool isDoubled)
    {
        for (
            var place = index;
            place < index + MostInside && place < tokens.Count && !tokens.IsFirstOnLine(place);
            place++
        )
        {
            if (tokens.Is(place, "}") || (!isDoubled && tokens.Is(place, ")")))
            {
                if (place == index)
                {
                    return null;
                }

                if (!isDoubled)
                {
                    return place + 1;
                }

                if (tokens.Is(place + 1, "}"))
                {
                    return place + 2;
                }

                return null;
            }
        }

        return null;
    }
}
