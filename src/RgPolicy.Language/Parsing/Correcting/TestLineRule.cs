using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Lines of a test as other tools write them: <c>assert class a</c>, <c>after 5 min { ... }</c>, <c>at
/// 2026-11-20T10:00Z</c>.</summary>
internal sealed class TestLineRule : ICorrectionRule
{
    private const int YearDigits = 4;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.Type(0) != RgPolicyLexer.TEST || index < 2
            ? null
            : Plus(tokens, index)
                ?? Arrow(tokens, index)
                ?? Word(tokens, index)
                ?? Given(tokens, index)
                ?? Date(tokens, index)
                ?? Moment(tokens, index);

    private static (Correction Correction, int Next)? Word(RawTokens tokens, int index)
    {
        var isLine = tokens.IsWord(index) && (tokens.Text(index - 1) is "{" or "}" || tokens.IsFirstOnLine(index));
        var isExpected =
            tokens.IsAny(
                index,
                "assert",
                "should",
                "verify",
                "check",
                "ensure",
                "must",
                "want",
                "wants",
                "then",
                "result"
            ) && (TestExpectationRule.Begins(tokens, index + 1) || tokens.Type(index + 1) == RgPolicyLexer.PROVISIONAL);
        var isGiven =
            tokens.IsAny(
                index,
                "with",
                "set",
                "input",
                "having",
                "when",
                "suppose",
                "assume",
                "provide",
                "if",
                "for",
                "let"
            ) && (tokens.IsSignal(index + 1) || tokens.Text(index + 1) is "session" or "plan" or "objective" or "{");
        var isMoment =
            tokens.IsAny(index, "after", "in", "wait", "later", "on")
            && tokens.IsNumber(index + 1)
            && tokens.ConstantEnd(index + 1) is var end
            && tokens.Text(end) is "{" or "expect" or "given";

        if (!isLine)
        {
            return null;
        }

        if (isExpected)
        {
            return Instead(tokens, index, "expect");
        }

        if (isGiven)
        {
            return Instead(tokens, index, "given");
        }

        if (isMoment)
        {
            return Instead(tokens, index, "at");
        }

        return null;
    }

    // `at +30 s { ... }`
    private static (Correction Correction, int Next)? Plus(RawTokens tokens, int index)
    {
        var isSign =
            tokens.Type(index - 1) == RgPolicyLexer.AT
            && tokens.Text(index) is "+" or "T"
            && tokens.IsNumber(index + 1);
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return isSign
            ? (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    "A moment is a time since the test's begin: write `at "
                        + $"{tokens.Slice(index + 1, tokens.ConstantEnd(index + 1))}` without `{tokens.Text(index)}`.",
                    [new Replacement(start, end, "")]
                )
                {
                    Fix = $"Remove `{tokens.Text(index)}`",
                },
                index + 1
            )
            : null;
    }

    // `given plan.writes true -> class a`
    private static (Correction Correction, int Next)? Arrow(RawTokens tokens, int index)
    {
        var next =
            tokens.Type(index) == RgPolicyLexer.ARROW ? index + 1
            : tokens.Text(index) is "=" or "-" && tokens.Is(index + 1, ">") && tokens.Touches(index) ? index + 2
            : -1;
        var isResult =
            next > 0
            && index > 4
            && TestExpectationRule.Begins(tokens, next)
            && tokens.OpenBefore(index) == 0
            && !tokens.Is(index - 1, ")");
        var (start, end) = (tokens.Start(index), isResult ? tokens.End(next - 1) : 0);
        return isResult
            ? (
                new Correction(
                    "RG1005",
                    start,
                    end,
                    $"Write `expect` instead of `{tokens.Slice(index, next)}`.",
                    [new Replacement(start, end, " expect ")]
                )
                {
                    Fix = "Write `expect`",
                },
                next
            )
            : null;
    }

    // `test "a" { plan.shape join ... }`
    private static (Correction Correction, int Next)? Given(RawTokens tokens, int index)
    {
        var isForgotten = index == 3 && tokens.Is(2, "{") && tokens.IsSignal(index);
        var start = tokens.Start(index);
        return isForgotten
            ? (
                new Correction(
                    "RG1001",
                    start,
                    tokens.End(index),
                    $"Expected `given` before `{tokens.Text(index)}`.",
                    [new Replacement(start, start, "given ")]
                )
                {
                    Fix = "Write `given`",
                },
                index + 1
            )
            : null;
    }

    private static (Correction Correction, int Next)? Date(RawTokens tokens, int index)
    {
        var isDate =
            tokens.Type(index - 1) == RgPolicyLexer.AT
            && tokens.Type(index) == RgPolicyLexer.INTEGER
            && tokens.Text(index).Length == YearDigits
            && tokens.Is(index + 1, "-");
        if (!isDate)
        {
            return null;
        }

        var end = index + 1;
        while (
            end < tokens.Count
            && tokens.Text(end) is not ("{" or "}")
            && (tokens.Touches(end - 1) || tokens.Type(end) == RgPolicyLexer.CLOCK)
        )
        {
            end++;
        }

        var date = tokens.Slice(index, end);
        return date.Contains(':', StringComparison.Ordinal)
            ? Instead(tokens, index, end, $"\"{date}\"", "A moment stands in quotes")
            : Instead(
                tokens,
                index,
                end,
                $"\"{date}T10:00+00:00\"",
                "A moment has a date, a time and an offset, and stands in quotes"
            );
    }

    // `at 10 s expect class a`
    private static (Correction Correction, int Next)? Moment(RawTokens tokens, int index)
    {
        var first =
            tokens.Type(index) == RgPolicyLexer.AT && tokens.IsNumber(index + 1) ? tokens.ConstantEnd(index + 1) : -1;
        if (first < 0 || tokens.Text(first) is not ("expect" or "given"))
        {
            return null;
        }

        var (last, depth) = (first + 1, 0);
        while (
            last < tokens.Count
            && (
                depth > 0
                || !(tokens.Is(last, "}") || (tokens.IsFirstOnLine(last) && tokens.Text(last) is "at" or "cases"))
            )
        )
        {
            depth +=
                tokens.Is(last, "{") ? 1
                : tokens.Is(last, "}") ? -1
                : 0;
            last++;
        }

        var (start, end) = (tokens.Start(first), tokens.End(last - 1));
        return (
            new Correction(
                "RG1001",
                tokens.Start(index),
                tokens.End(first - 1),
                $"The lines of a moment stand in braces: write `{tokens.Slice(index, first)} {{ "
                    + $"{Repairing.TokenText.Clip(tokens.Slice(first, last))} }}`.",
                [new Replacement(start, start, "{ "), new Replacement(end, end, " }")]
            )
            {
                Fix = "Write the braces",
            },
            last
        );
    }

    private static (Correction Correction, int Next) Instead(RawTokens tokens, int index, string meant)
    {
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return (
            new Correction(
                "RG1005",
                start,
                end,
                $"Write `{meant}` instead of `{tokens.Text(index)}`.",
                [new Replacement(start, end, meant)]
            )
            {
                Fix = $"Write `{meant}`",
            },
            index + 1
        );
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
            new Correction("RG1001", start, end, $"{why}: write `{meant}`.", [new Replacement(start, end, meant)])
            {
                Fix = $"Write `{meant}`",
            },
            next
        );
    }
}
