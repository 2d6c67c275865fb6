using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>
/// Words of prose around conditions: <c>when either a or b</c>, <c>a but b</c>, <c>a not b</c>, <c>all
/// (a, b)</c>, and a mark for
/// <c>when</c>: <c>-&gt; q: a</c>.
/// </summary>
internal sealed class NoiseRule : ICorrectionRule
{
    // What people write between two conditions, in other languages too.
    private static readonly string[] Joints = (
        "xor but also plus then with yet while whereas nor butnot andalso orelse as und oder et ou y"
    ).Split(' ');

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        When(tokens, index) ?? Called(tokens, index) ?? Before(tokens, index) ?? Between(tokens, index);

    // `class a -> q: plan.writes`, `class a -> q, plan.writes`
    private static (Correction Correction, int Next)? When(RawTokens tokens, int index)
    {
        var isMark =
            tokens.Type(0) == RgPolicyLexer.CLASS
            && tokens.Type(index - 2) == RgPolicyLexer.ARROW
            && tokens.Text(index) is ":" or "," or "=" or "|" or "?" or "->"
            && (tokens.IsSignal(index + 1) || tokens.Text(index + 1) is "not" or "during");
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return isMark
            ? (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    $"Write `when` instead of `{tokens.Text(index)}`.",
                    [new Replacement(tokens.End(index - 1), end, " when ")]
                )
                {
                    Fix = "Write `when`",
                },
                index + 1
            )
            : null;
    }

    // `all (a, b)`, `any(a, b)`
    private static (Correction Correction, int Next)? Called(RawTokens tokens, int index)
    {
        var isCall =
            tokens.BeginsCondition(index)
            && tokens.Is(index + 1, "(")
            && tokens.IsAny(
                index,
                "all",
                "any",
                "and",
                "or",
                "both",
                "either",
                "allof",
                "anyof",
                "all_of",
                "any_of",
                "every",
                "some"
            );
        var close = isCall ? tokens.CloseOf(index + 1) : -1;
        var commas =
            close < 0
                ? []
                : Enumerable
                    .Range(index + 2, close - index - 2)
                    .Where(place =>
                        tokens.Is(place, ",")
                        && tokens.OpenBefore(place) == tokens.OpenBefore(index) + 1
                        && (tokens.IsSignal(place + 1) || tokens.Text(place + 1) is "not" or "during")
                    )
                    .ToList();
        if (commas.Count == 0)
        {
            return null;
        }

        var joint = tokens.IsAny(index, "all", "and", "both", "allof", "all_of", "every") ? "and" : "or";
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return (
            new Correction(
                "RG1005",
                start,
                end,
                $"Conditions are joined by `and` and `or`: write `(... {joint} ...)` instead of "
                    + $"`{tokens.Text(index)}(..., ...)`.",
                [
                    new Replacement(start, end, ""),
                    .. commas.Select(comma => new Replacement(tokens.Start(comma), tokens.End(comma), " " + joint)),
                ]
            )
            {
                Fix = $"Write `{joint}`",
            },
            close + 1
        );
    }

    // `when either plan.writes`, `when the plan.rows > 5`
    private static (Correction Correction, int Next)? Before(RawTokens tokens, int index)
    {
        var isNoise =
            tokens.BeginsCondition(index)
            && tokens.Type(index) == RgPolicyLexer.IDENTIFIER
            && tokens.IsSignal(index + 1)
            && !tokens.IsFirstOnLine(index + 1)
            && !KnownRule.IsAskedBefore(tokens, index)
            && Repairing.Words.InSmallLetters(tokens.Text(index)) is null;
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return isNoise
            ? (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    $"`{tokens.Text(index)}` has no meaning before a condition: leave it out.",
                    [new Replacement(start, tokens.Start(index + 1), "")]
                )
                {
                    Fix = $"Remove `{tokens.Text(index)}`",
                    IsSafe = false,
                },
                index + 1
            )
            : null;
    }

    // `plan.writes but plan.dop > 4`, `plan.writes not plan.dop > 4`
    private static (Correction Correction, int Next)? Between(RawTokens tokens, int index)
    {
        var isBehind =
            index > 4
            && !tokens.BeginsCondition(index)
            && tokens.IsSignal(index + 1)
            && EndsQuestion(tokens, index - 1)
            && tokens.OpenBefore(index) == 0;
        var (start, end) = (tokens.Start(index), isBehind ? tokens.End(index) : 0);

        if (!isBehind)
        {
            return null;
        }

        if (tokens.Type(index) == RgPolicyLexer.NOT)
        {
            return (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    "Expected `and` before `not`.",
                    [new Replacement(start, start, "and ")]
                )
                {
                    Fix = "Write `and`",
                    IsSafe = false,
                },
                index + 1
            );
        }

        if (tokens.IsAny(index, Joints) && tokens.Type(index) == RgPolicyLexer.IDENTIFIER)
        {
            return (
                new Correction(
                    "RG1005",
                    start,
                    end,
                    "Conditions are joined by `and` and `or`: write one of them instead of "
                        + $"`{tokens.Text(index)}`.",
                    [new Replacement(start, end, "and")]
                )
                {
                    Fix = "Write `and`",
                    IsSafe = false,
                },
                index + 1
            );
        }

        return null;
    }

    // A number, a text, a unit, a word behind a comparison, or the end of a signal's name.
    private static bool EndsQuestion(RawTokens tokens, int index) =>
        tokens.IsNumber(index)
        || tokens.IsText(index)
        || tokens.Is(index, "%")
        || tokens.Is(index, ")")
        || (
            tokens.IsWord(index)
            && (
                tokens.IsNumber(index - 1)
                || tokens.IsComparison(index - 1)
                || tokens.Type(index - 1)
                    is RgPolicyLexer.DOT
                        or RgPolicyLexer.IS
                        or RgPolicyLexer.NOT
                        or RgPolicyLexer.DURING
            )
        );
}
