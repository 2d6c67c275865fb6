using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>A mark between two conditions instead of <c>and</c>: <c>plan.writes, plan.rows &gt; 5</c>, <c>plan.writes;
/// plan.rows &gt; 5</c>.</summary>
internal sealed class JointRule : ICorrectionRule
{
    private const int MostTokensBack = 200;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        Leading(tokens, index) ?? Trailing(tokens, index) ?? Mark(tokens, index);

    // `plan.writes and then`, `(plan.writes or)`
    private static (Correction Correction, int Next)? Trailing(RawTokens tokens, int index)
    {
        var isTrailing =
            tokens.IsWord(index)
            && tokens.IsJoint(index)
            && index > 3
            && !tokens.BeginsCondition(index)
            && tokens.Type(index + 1) is RgPolicyLexer.THEN or RgPolicyLexer.RIGHT_PAREN or RgPolicyLexer.UNLESS;
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return isTrailing
            ? (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    $"`{tokens.Text(index)}` joins two conditions, and none stands behind it: leave it out.",
                    [new Replacement(tokens.End(index - 1), end, "")]
                )
                {
                    Fix = $"Remove `{tokens.Text(index)}`",
                    IsSafe = false,
                },
                index + 1
            )
            : null;
    }

    // `when and plan.writes`, `(or plan.writes`
    private static (Correction Correction, int Next)? Leading(RawTokens tokens, int index)
    {
        var isLeading =
            tokens.IsWord(index)
            && tokens.IsJoint(index)
            && tokens.BeginsCondition(index)
            && (tokens.IsSignal(index + 1) || tokens.Text(index + 1) is "not" or "during" or "(");
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return isLeading
            ? (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    $"`{tokens.Text(index)}` joins two conditions, and none stands before it: leave it out.",
                    [new Replacement(start, end, "")]
                )
                {
                    Fix = $"Remove `{tokens.Text(index)}`",
                    IsSafe = false,
                },
                index + 1
            )
            : null;
    }

    private static (Correction Correction, int Next)? Mark(RawTokens tokens, int index)
    {
        var isComma = tokens.Type(index) == RgPolicyLexer.COMMA;
        var isMark = isComma || ((tokens.Is(index, ";") || tokens.Is(index, "+")) && !tokens.IsFirstOnLine(index + 1));
        var isBetween = isMark && tokens.IsSignal(index + 1) && IsAsked(tokens, index);
        return isBetween
            ? (
                new Correction(
                    "RG1005",
                    tokens.Start(index),
                    tokens.End(index),
                    $"Conditions are joined by `and` or `or`: write `and` instead of `{tokens.Text(index)}`.",
                    [new Replacement(tokens.Start(index), tokens.End(index), " and")]
                )
                {
                    Fix = "Write `and`",
                    IsSafe = isComma,
                },
                index + 1
            )
            : null;
    }

    // In `given { ... }` and lists a comma has its place.
    private static bool IsAsked(RawTokens tokens, int index)
    {
        for (
            var place = index - 1;
            place >= 0 && place > index - MostTokensBack && tokens.OpenBefore(index) == 0;
            place--
        )
        {
            switch (tokens.Type(place))
            {
                case RgPolicyLexer.LEFT_BRACE or RgPolicyLexer.THEN or RgPolicyLexer.GIVEN or RgPolicyLexer.EXPECT:
                    return false;
                case RgPolicyLexer.WHEN or RgPolicyLexer.UNLESS or RgPolicyLexer.UNTIL:
                    return true;
            }
        }

        return false;
    }
}
