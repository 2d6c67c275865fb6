using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>States, objectives and the cache strategy in other forms: <c>state s { when ... }</c>, <c>when s { pool q
/// ... }</c>, <c>in s { q ... }</c>, <c>objective class a</c>.</summary>
internal sealed class StateRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        Braces(tokens, index)
        ?? Settings(tokens, index)
        ?? When(tokens, index)
        ?? Until(tokens, index)
        ?? UntilWord(tokens, index)
        ?? Time(tokens, index)
        ?? ObjectiveClass(tokens, index);

    // `state s { when host.cpu.pressure > 60% }`
    private static (Correction Correction, int Next)? Braces(RawTokens tokens, int index)
    {
        var isOpen =
            tokens.Type(0) == RgPolicyLexer.STATE
            && index == 2
            && tokens.Text(index) is "{" or "(" or ":" or "="
            && tokens.IsAny(index + 1, "when", "if", "where");
        var last = tokens.Count - 1;
        var isClosed = isOpen && tokens.Text(last) is "}" || (isOpen && tokens.Is(index, "(") && tokens.Is(last, ")"));
        if (!isOpen)
        {
            return null;
        }

        var open = new Replacement(tokens.Start(index), tokens.End(index), "");
        return (
            new Correction(
                "RG1001",
                open.Start,
                open.End,
                $"A state has no `{tokens.Text(index)}`: write `state {tokens.Text(1)} when ...`.",
                isClosed ? [open, new Replacement(tokens.Start(last), tokens.End(last), "")] : [open]
            )
            {
                Fix = $"Remove `{tokens.Text(index)}`",
            },
            index + 1
        );
    }

    // `state s when host.cpu.pressure > 60% { cpu weight 5 }`
    private static (Correction Correction, int Next)? Settings(RawTokens tokens, int index)
    {
        var last = tokens.Count - 1;
        var isBlock =
            tokens.Type(0) == RgPolicyLexer.STATE
            && index > 4
            && tokens.Is(index, "{")
            && tokens.Is(last, "}")
            && !Enumerable.Range(1, index - 1).Any(tokens.IsFirstOnLine);
        return isBlock
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index),
                    tokens.End(index),
                    $"What changes in a state stands behind it: write `in {tokens.Text(1)} {{ pool NAME {{ ... }} }}`.",
                    [new Replacement(tokens.Start(index), tokens.End(last), "")]
                ),
                tokens.Count
            )
            : null;
    }

    // `state s = host.cpu.pressure > 60%`
    private static (Correction Correction, int Next)? When(RawTokens tokens, int index)
    {
        var isMark =
            tokens.Type(0) == RgPolicyLexer.STATE
            && index == 2
            && tokens.Text(index) is "=" or ":" or "->"
            && tokens.IsSignal(index + 1);
        return isMark
            ? Instead("RG1001", tokens, index, " when ", $"Write `when` instead of `{tokens.Text(index)}`.")
            : null;
    }

    // `until 40%`
    private static (Correction Correction, int Next)? Until(RawTokens tokens, int index)
    {
        if (
            tokens.Type(0) == RgPolicyLexer.STATE
            && tokens.Is(index - 1, "until")
            && tokens.IsAny(index, "below", "under", "above", "over")
            && tokens.IsNumber(index + 1)
        )
        {
            return Instead(
                "RG1005",
                tokens,
                index,
                tokens.IsAny(index, "below", "under") ? "<" : ">",
                $"Write `until {(tokens.IsAny(index, "below", "under") ? "<" : ">")}` instead of `until "
                    + $"{tokens.Text(index)}`."
            );
        }

        var isBare = tokens.Type(0) == RgPolicyLexer.STATE && tokens.Is(index - 1, "until") && tokens.IsNumber(index);
        var end = isBare ? tokens.ConstantEnd(index) : 0;
        return isBare
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index),
                    tokens.End(end - 1),
                    $"Expected a comparison after `until`, such as `until < {tokens.Slice(index, end)}`.",
                    [new Replacement(tokens.Start(index), tokens.Start(index), "< ")]
                )
                {
                    Fix = "Write `<`",
                    IsSafe = false,
                },
                end
            )
            : null;
    }

    // `till < 40%`, `while not host.cpu.pressure < 40%`
    private static (Correction Correction, int Next)? UntilWord(RawTokens tokens, int index)
    {
        var isWord =
            tokens.Type(0) == RgPolicyLexer.STATE
            && index > 3
            && tokens.Type(index) == RgPolicyLexer.IDENTIFIER
            && tokens.IsAny(index, "till", "til", "ends", "end", "leave", "exit", "stop", "off", "reset")
            && (tokens.IsComparison(index + 1) || tokens.IsSignal(index + 1) || tokens.IsAny(index + 1, "when"));
        var next = tokens.IsAny(index + 1, "when") ? index + 2 : index + 1;
        var (start, end) = (tokens.Start(index), isWord ? tokens.End(next - 1) : 0);
        return isWord
            ? (
                new Correction(
                    "RG1005",
                    start,
                    end,
                    $"Write `until` instead of `{tokens.Slice(index, next)}`.",
                    [new Replacement(start, end, "until")]
                )
                {
                    Fix = "Write `until`",
                },
                next
            )
            : null;
    }

    // `during 30 s`
    private static (Correction Correction, int Next)? Time(RawTokens tokens, int index)
    {
        var number = index;
        while (
            number < index + 4
            && tokens.IsAny(
                number,
                ",",
                "during",
                "within",
                "over",
                "since",
                "lasting",
                "lasts",
                "at",
                "least",
                "for",
                "more",
                "longer",
                "than",
                "minimum",
                "a",
                "time",
                "of",
                "after"
            )
        )
        {
            number++;
        }

        var isTime =
            tokens.Type(0) == RgPolicyLexer.STATE
            && index > 4
            && number > index
            && tokens.IsNumber(number)
            && tokens.Text(number + 1) is "ms" or "s" or "min" or "h" or "d"
            && tokens.Slice(index, number) is not "for";
        var (start, end) = (tokens.Start(index), isTime ? tokens.End(number - 1) : 0);
        return isTime
            ? (
                new Correction(
                    "RG1005",
                    start,
                    end,
                    $"Write `for` instead of `{tokens.Slice(index, number)}`.",
                    [new Replacement(start, end, "for")]
                )
                {
                    Fix = "Write `for`",
                },
                number
            )
            : null;
    }

    private static (Correction Correction, int Next)? ObjectiveClass(RawTokens tokens, int index)
    {
        var isNoise =
            tokens.Type(0) == RgPolicyLexer.OBJECTIVE
            && index == 1
            && tokens.Text(index) is "class" or "for" or "on"
            && tokens.IsWord(index + 1)
            && !tokens.Is(index + 2, "elapsed");
        var first =
            isNoise && tokens.Is(index + 1, "class") && tokens.IsWord(index + 2) && !tokens.Is(index + 3, "elapsed")
                ? index + 1
                : index;
        return isNoise
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index),
                    tokens.End(first),
                    $"Behind `objective` stands a class's name alone: leave out `{tokens.Slice(index, first + 1)}`.",
                    [new Replacement(tokens.Start(index), tokens.Start(first + 1), "")]
                )
                {
                    Fix = $"Remove `{tokens.Slice(index, first + 1)}`",
                },
                first + 1
            )
            : null;
    }

    private static (Correction Correction, int Next) Instead(
        string code,
        RawTokens tokens,
        int index,
        string meant,
        string message
    )
    {
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return (
            new Correction(code, start, end, message, [new Replacement(start, end, meant)])
            {
                Fix = $"Write `{meant}`",
            },
            index + 1
        );
    }
}
