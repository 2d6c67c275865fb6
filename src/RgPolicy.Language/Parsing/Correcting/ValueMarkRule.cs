using RgPolicy.Language.Numbers;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Settings as in JSON, HCL and programming languages: <c>"cache": "20%",</c>, <c>cache = "20%"</c>, <c>cache
/// := 20%</c>, <c>cache at least 2 ways</c>.</summary>
internal sealed class ValueMarkRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.Type(0) is not (RgPolicyLexer.POOL or RgPolicyLexer.IN) || !tokens.IsInBraces(index)
            ? null
            : Member(tokens, index) ?? Marked(tokens, index) ?? Unsized(tokens, index);

    // `"cache": "20%",`
    private static (Correction Correction, int Next)? Member(RawTokens tokens, int index)
    {
        var isMember = tokens.IsText(index) && tokens.Text(index).Length > 2 && tokens.Text(index + 1) is ":" or "=";
        var end = isMember ? ValueEnd(tokens, index + 2) : -1;
        if (end < 0)
        {
            return null;
        }

        var key = tokens.Text(index)[1..^1];
        var isKnown = Array.TrueForAll(key.Split(' '), Repairing.Words.Has);
        var next = tokens.Is(end, ",") ? end + 1 : end;
        var (start, last) = (tokens.Start(index), tokens.End(next - 1));
        return isKnown
            ? (
                new Correction(
                    "RG1001",
                    start,
                    last,
                    "Settings are not written as in JSON: write their names and values alone, without quotes, `:` "
                        + "and commas, such as `cache 20%`.",
                    [new Replacement(start, last, $"{key} {Plain(tokens, index + 2, end)} ")]
                )
                {
                    Fix = "Write the settings alone",
                },
                next
            )
            : null;
    }

    // `cache = "20%"`, `cache := 20%`
    private static (Correction Correction, int Next)? Marked(RawTokens tokens, int index)
    {
        var isTwo = tokens.Is(index, ":") && tokens.Is(index + 1, "=");
        var value = isTwo ? index + 2 : index + 1;
        var isMarked =
            Expectations.IsSettingWord(tokens.Type(index - 1))
            && tokens.Text(index) is "=" or ":"
            && !tokens.IsText(index);
        var end = isMarked && (isTwo || tokens.IsText(value)) ? ValueEnd(tokens, value) : -1;
        if (end < 0)
        {
            return null;
        }

        var plain = Plain(tokens, value, end);
        var (start, last) = (tokens.Start(index), tokens.End(end - 1));
        var marks = tokens.IsText(value)
            ? $"`{tokens.Slice(index, value)}` and no quotes"
            : $"`{tokens.Slice(index, value)}`";
        return (
            new Correction(
                "RG1007",
                start,
                last,
                $"A setting takes no {marks}: write its name and its value, `{tokens.Text(index - 1)} {plain}`.",
                [new Replacement(start, last, " " + plain)]
            )
            {
                Fix = $"Write `{plain}`",
            },
            end
        );
    }

    // `cache at least 2 ways`. The size is put in to read on.
    private static (Correction Correction, int Next)? Unsized(RawTokens tokens, int index)
    {
        var isUnsized = tokens.Is(index, "cache") && tokens.Text(index + 1) is "at" or "exclusive";
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return isUnsized && tokens.Type(index - 1) != RgPolicyLexer.COMMA
            ? (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    "Expected a size after `cache`: write such as `cache 20%, "
                        + $"{(tokens.Is(index + 1, "at") ? "at least 2 ways" : "exclusive")}`.",
                    [new Replacement(end, end, " 100%,")]
                ),
                index + 1
            )
            : null;
    }

    private static int ValueEnd(RawTokens tokens, int index)
    {
        if (tokens.IsText(index))
        {
            return QuotedAmount.Read(tokens.Text(index)[1..^1]) is null ? -1 : index + 1;
        }

        if (tokens.IsNumber(index))
        {
            return tokens.ConstantEnd(index);
        }

        if (tokens.Is(index, "all"))
        {
            return index + 1;
        }

        return -1;
    }

    private static string Plain(RawTokens tokens, int from, int to) =>
        tokens.IsText(from) ? QuotedAmount.Read(tokens.Text(from)[1..^1]) ?? tokens.Text(from) : tokens.Slice(from, to);
}
