using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Expectations of a test as sentences: <c>expect default</c>, <c>expect class a and pool q</c>, <c>expect
/// class = a</c>, <c>expect not rule r</c>.</summary>
internal sealed class TestExpectationRule : ICorrectionRule
{
    private const int MostTokensBack = 60;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.Type(0) != RgPolicyLexer.TEST || !IsExpected(tokens, index)
            ? null
            : Joined(tokens, index) ?? Marked(tokens, index) ?? Negated(tokens, index) ?? Bare(tokens, index);

    /// <summary>True where something that a test can expect begins.</summary>
    public static bool Begins(RawTokens tokens, int index) =>
        tokens.Type(index)
            is RgPolicyLexer.CLASS
                or RgPolicyLexer.POOL
                or RgPolicyLexer.LINE
                or RgPolicyLexer.RULE
                or RgPolicyLexer.STATE
                or RgPolicyLexer.YIELDS
                or RgPolicyLexer.QUARANTINE
                or RgPolicyLexer.NO
                or RgPolicyLexer.MASK
                or RgPolicyLexer.CPU
                or RgPolicyLexer.MEMORY
                or RgPolicyLexer.IO
        || Expectations.IsSettingWord(tokens.Type(index));

    private static bool IsExpected(RawTokens tokens, int index)
    {
        for (var place = index - 1; place > 0 && place > index - MostTokensBack; place--)
        {
            switch (tokens.Type(place))
            {
                case RgPolicyLexer.EXPECT:
                    return true;
                case RgPolicyLexer.LEFT_BRACE
                or RgPolicyLexer.RIGHT_BRACE
                or RgPolicyLexer.GIVEN
                or RgPolicyLexer.CASES
                or RgPolicyLexer.TARGET:
                    return false;
            }
        }

        return false;
    }

    private static bool IsFirst(RawTokens tokens, int index) =>
        tokens.Type(index - 1) is RgPolicyLexer.EXPECT or RgPolicyLexer.PROVISIONAL or RgPolicyLexer.COMMA;

    private static (Correction Correction, int Next)? Joined(RawTokens tokens, int index)
    {
        var isJoint =
            tokens.IsAny(index, "and", "&&", "&", "plus", "with", ";")
            && Begins(tokens, index + 1)
            && !IsFirst(tokens, index);
        return isJoint
            ? (
                new Correction(
                    "RG1005",
                    tokens.Start(index),
                    tokens.End(index),
                    $"Expectations are joined by commas: write `,` instead of `{tokens.Text(index)}`.",
                    [new Replacement(tokens.End(index - 1), tokens.End(index), ",")]
                )
                {
                    Fix = "Write `,`",
                },
                index + 1
            )
            : null;
    }

    private static (Correction Correction, int Next)? Marked(RawTokens tokens, int index)
    {
        var isBehindWord =
            tokens.Type(index - 1)
                is RgPolicyLexer.CLASS
                    or RgPolicyLexer.POOL
                    or RgPolicyLexer.LINE
                    or RgPolicyLexer.RULE
                    or RgPolicyLexer.STATE
                    or RgPolicyLexer.MASK
            && IsFirst(tokens, index - 1);
        var isMark =
            isBehindWord
            && tokens.Text(index) is "=" or "==" or ":" or "is" or "->"
            && (tokens.IsWord(index + 1) || tokens.IsNumber(index + 1) || tokens.IsText(index + 1));
        var isVerb =
            isBehindWord
            && tokens.IsAny(index, "to", "should", "must", "will", "shall")
            && tokens.IsAny(index + 1, "be")
            && tokens.IsWord(index + 2);
        if (isVerb)
        {
            var (from, to) = (tokens.Start(index), tokens.End(index + 1));
            return (
                new Correction(
                    "RG1001",
                    from,
                    to,
                    $"An expectation takes no `{tokens.Slice(index, index + 2)}`: write `{tokens.Text(index - 1)} "
                        + $"{tokens.Text(index + 2)}`.",
                    [new Replacement(tokens.End(index - 1), to, "")]
                )
                {
                    Fix = $"Remove `{tokens.Slice(index, index + 2)}`",
                },
                index + 2
            );
        }

        return isMark
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index),
                    tokens.End(index),
                    $"An expectation takes no `{tokens.Text(index)}`: write `{tokens.Text(index - 1)} "
                        + $"{tokens.Text(index + 1)}`.",
                    [new Replacement(tokens.End(index - 1), tokens.End(index), " ")]
                )
                {
                    Fix = $"Remove `{tokens.Text(index)}`",
                },
                index + 1
            )
            : null;
    }

    // Of a class only the name can be expected. What is left out there only helps to read on.
    private static (Correction Correction, int Next)? Negated(RawTokens tokens, int index)
    {
        if (
            !IsFirst(tokens, index)
            || !tokens.IsAny(index, "not", "!", "never", "without", "no")
            || !Begins(tokens, index + 1)
        )
        {
            return null;
        }

        var (start, end) = (tokens.Start(index), tokens.End(index));
        var isAbsence =
            tokens.Type(index + 1)
            is RgPolicyLexer.RULE
                or RgPolicyLexer.STATE
                or RgPolicyLexer.YIELDS
                or RgPolicyLexer.QUARANTINE;
        return tokens.Is(index, "no") && isAbsence ? null
            : isAbsence
                ? (
                    new Correction(
                        "RG1005",
                        start,
                        end,
                        $"Write `no` instead of `{tokens.Text(index)}`.",
                        [new Replacement(start, end, "no")]
                    )
                    {
                        Fix = "Write `no`",
                    },
                    index + 1
                )
            : (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    "Only rules, states, `yields` and `quarantine` can be expected to be absent (`no rule NAME`): "
                        + $"write which {tokens.Text(index + 1)} is expected.",
                    [new Replacement(start, end, "")]
                ),
                index + 1
            );
    }

    private static (Correction Correction, int Next)? Bare(RawTokens tokens, int index)
    {
        var isName = tokens.Type(index) is RgPolicyLexer.IDENTIFIER or RgPolicyLexer.DEFAULT && IsFirst(tokens, index);
        var isAlone =
            isName
            && (index + 1 >= tokens.Count || tokens.Text(index + 1) is "," or "}" || tokens.IsFirstOnLine(index + 1));
        var start = tokens.Start(index);
        return isAlone
            ? (
                new Correction(
                    "RG1001",
                    start,
                    tokens.End(index),
                    tokens.Type(index) == RgPolicyLexer.DEFAULT
                        ? "Expected `class` before `default`."
                        : $"Expected what `{tokens.Text(index)}` is: write `class {tokens.Text(index)}` or `pool "
                            + $"{tokens.Text(index)}`.",
                    [new Replacement(start, start, "class ")]
                )
                {
                    Fix = "Write `class`",
                    IsSafe = tokens.Type(index) == RgPolicyLexer.DEFAULT,
                },
                index + 1
            )
            : null;
    }
}
