using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Marks around the values of settings: <c>cpu weight: 5</c>, <c>cache 10%, min 2 ways</c>,
/// <c>50 percent</c>.</summary>
internal sealed class SettingMarkRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        Colon(tokens, index) ?? AtLeast(tokens, index) ?? CoreDash(tokens, index) ?? NoValue(tokens, index);

    private static (Correction Correction, int Next)? Colon(RawTokens tokens, int index)
    {
        var isColon = tokens.Is(index, ":") && Expectations.IsSettingWord(tokens.Type(index - 1));
        return isColon
            ? (
                new Correction(
                    "RG1007",
                    tokens.Start(index),
                    tokens.End(index),
                    "A setting takes no `:`: write its name and its value, such as `cache 60%`.",
                    [new Replacement(tokens.Start(index), tokens.End(index), " ")]
                )
                {
                    Fix = "Remove `:`",
                },
                index + 1
            )
            : null;
    }

    // `min 2 ways`, `minimum 2 ways`, `at least` without its comma is told elsewhere
    private static (Correction Correction, int Next)? AtLeast(RawTokens tokens, int index)
    {
        var isLeast =
            tokens.IsAny(index, "min", "minimum", "least")
            && tokens.Type(index - 1) is RgPolicyLexer.COMMA or RgPolicyLexer.PERCENT
            && tokens.Type(index + 1) == RgPolicyLexer.INTEGER
            && tokens.IsAny(index + 2, "ways", "way");
        if (!isLeast)
        {
            return null;
        }

        var comma = tokens.Type(index - 1) == RgPolicyLexer.COMMA ? "" : ", ";
        return (
            new Correction(
                "RG1001",
                tokens.Start(index),
                tokens.End(index),
                $"Write `at least` instead of `{tokens.Text(index)}`.",
                [new Replacement(tokens.Start(index), tokens.End(index), comma + "at least")]
            )
            {
                Fix = "Write `at least`",
            },
            index + 1
        );
    }

    // `cores 0 to 3`, `cores 0 through 3`, `cores 0...3`
    private static (Correction Correction, int Next)? CoreDash(RawTokens tokens, int index)
    {
        var isDots = tokens.Is(index, "..") && tokens.Is(index + 1, ".") && tokens.Touches(index);
        var next = isDots ? index + 2 : index + 1;
        var isRange =
            (isDots || tokens.IsAny(index, "to", "through", "thru", "until"))
            && tokens.Type(next) == RgPolicyLexer.INTEGER
            && IsInCores(tokens, index);
        return isRange
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index),
                    tokens.End(next - 1),
                    "A range of cores is written with `..`, such as `0..3`.",
                    [new Replacement(tokens.Start(index), tokens.End(next - 1), "..")]
                )
                {
                    Fix = "Write `..`",
                },
                next
            )
            : null;
    }

    // `cores 0..3, 8`
    private static bool IsInCores(RawTokens tokens, int index)
    {
        var place = index - 1;
        while (tokens.Type(place) == RgPolicyLexer.INTEGER || tokens.Text(place) is "," or ".." or ".")
        {
            place--;
        }

        return tokens.Type(index - 1) == RgPolicyLexer.INTEGER && tokens.Type(place) == RgPolicyLexer.CORES;
    }

    // `maxdop cpu weight 5`, `limit cpu weight }`: the setting is left out to read on.
    private static (Correction Correction, int Next)? NoValue(RawTokens tokens, int index)
    {
        var isSetting =
            Expectations.IsSettingWord(tokens.Type(index))
            && (tokens.Type(0) is RgPolicyLexer.POOL or RgPolicyLexer.IN || IsLimited(tokens, index))
            && tokens.IsInBraces(index)
            && !tokens.IsUnit(index)
            && tokens.Type(index - 1) != RgPolicyLexer.EQUAL;
        if (!isSetting || !IsEnd(tokens, index + 1))
        {
            return null;
        }

        var first = tokens.Text(index - 1) is "cpu" or "memory" or "io" or "grant" ? index - 1 : index;
        var isLimited = tokens.Is(first - 1, "limit");
        var (start, end) = (tokens.Start(first), tokens.End(index));
        return (
            new Correction(
                "RG1001",
                start,
                end,
                $"Expected a value after `{tokens.Slice(first, index + 1)}`, found `{tokens.Text(index + 1)}`.",
                [isLimited ? new Replacement(tokens.Start(first - 1), end, "log") : new Replacement(start, end, "")]
            ),
            index + 1
        );
    }

    private static bool IsLimited(RawTokens tokens, int index) =>
        tokens.Type(0) == RgPolicyLexer.RULE && (tokens.Is(index - 1, "limit") || tokens.Is(index - 2, "limit"));

    // Where the next setting or step begins, or the block ends.
    private static bool IsEnd(RawTokens tokens, int index) =>
        tokens.Text(index) is "}" or "when" or "unless"
        || tokens.Text(index) is "cpu" or "memory" or "io"
            && Expectations.IsSettingWord(tokens.Type(index + 1))
            && !tokens.Is(index, "{")
        || tokens.Text(index) is "cache" or "cores" or "maxdop" or "tempdb" or "concurrency" or "queue"
            && tokens.IsNumber(index + 1);
}
