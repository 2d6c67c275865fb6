using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Blocks without their braces, or with other ones: <c>pool p cpu weight 5</c>, <c>yields q</c>, <c>given
/// session app 'psql'</c>.</summary>
internal sealed class BraceRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        EndWord(tokens, index)
        ?? Class(tokens, index)
        ?? InState(tokens, index)
        ?? Block(tokens, index)
        ?? Yields(tokens, index)
        ?? Given(tokens, index)
        ?? TestName(tokens, index)
        ?? Percentile(tokens, index)
        ?? Latency(tokens, index);

    // `pool r { cpu weight 50 end`
    private static (Correction Correction, int Next)? EndWord(RawTokens tokens, int index)
    {
        var isEnd =
            index == tokens.Count - 1
            && tokens.IsAny(index, "end", "done", "fi")
            && tokens.IsInBraces(index)
            && !tokens.IsAny(index - 1, "then");
        return isEnd
            ? (
                new Correction(
                    "RG1005",
                    tokens.Start(index),
                    tokens.End(index),
                    $"Write `}}` instead of `{tokens.Text(index)}`.",
                    [new Replacement(tokens.Start(index), tokens.End(index), "}")]
                )
                {
                    Fix = "Write `}`",
                },
                index + 1
            )
            : null;
    }

    // `class a -> q { when plan.writes }`
    private static (Correction Correction, int Next)? Class(RawTokens tokens, int index)
    {
        if (
            tokens.Type(0) != RgPolicyLexer.CLASS
            || index < 2
            || tokens.IsBehindOtherHead(index)
            || !tokens.Is(index, "{")
            || tokens.Type(index - 1) is RgPolicyLexer.IN or RgPolicyLexer.ARROW
            || tokens.Is(index + 1, "{")
        )
        {
            return null;
        }

        var last = tokens.Count - 1;
        var open = new Replacement(tokens.Start(index), tokens.End(index), "");
        return (
            new Correction(
                "RG1001",
                tokens.Start(index),
                tokens.End(index),
                "A class has no braces: leave out `{` and `}`.",
                tokens.Is(last, "}") ? [open, new Replacement(tokens.Start(last), tokens.End(last), "")] : [open]
            )
            {
                Fix = "Remove the braces",
            },
            index + 1
        );
    }

    // `in overload pool q { cpu weight 5 }`
    private static (Correction Correction, int Next)? InState(RawTokens tokens, int index)
    {
        var isOpen = tokens.Type(0) == RgPolicyLexer.IN && index == 2 && tokens.Type(index) == RgPolicyLexer.POOL;
        var (start, end) = (tokens.Start(index), tokens.Count > 0 ? tokens.End(tokens.Count - 1) : 0);
        var isBare = isOpen && Expectations.IsSettingWord(tokens.Type(index + 3)) && !tokens.Is(index + 2, "{");
        if (isBare)
        {
            var inner = tokens.Start(index + 2);
            return (
                new Correction(
                    "RG1001",
                    tokens.Start(1),
                    tokens.End(1),
                    $"Expected `{{` behind `{tokens.Text(1)}`: write `in {tokens.Text(1)} {{ pool "
                        + $"{tokens.Text(index + 1)} {{ ... }} }}`.",
                    [
                        new Replacement(start, start, "{ "),
                        new Replacement(inner, inner, "{ "),
                        new Replacement(end, end, " } }"),
                    ]
                )
                {
                    Fix = "Write the braces",
                },
                tokens.Count
            );
        }

        return isOpen
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(1),
                    tokens.End(1),
                    $"Expected `{{` behind `{tokens.Text(1)}`: the pools of a state stand in braces, `in "
                        + $"{tokens.Text(1)} {{ pool ... }}`.",
                    [new Replacement(start, start, "{ "), new Replacement(end, end, " }")]
                )
                {
                    Fix = "Write the braces",
                },
                tokens.Count
            )
            : null;
    }

    // The place where the block's brace stands in each sort of statement.
    private static (Correction Correction, int Next)? Block(RawTokens tokens, int index)
    {
        var isPlace = tokens.Type(0) switch
        {
            RgPolicyLexer.POOL => index == 2 && tokens.IsWord(1),
            RgPolicyLexer.TEST => index == 2 && tokens.IsText(1),
            RgPolicyLexer.RULE => index is > 4 and < 100
                && tokens.Is(2, "on")
                && tokens.Is(index, "when")
                && !Has(tokens, 0, index, "{"),
            _ => false,
        };
        if (!isPlace || tokens.Is(index, "{"))
        {
            return null;
        }

        var isMark = tokens.Text(index) is "(" or "[" or "=" or ":" or "->";
        var isItem =
            isMark
            || Expectations.IsSettingWord(tokens.Type(index))
            || tokens.Type(index)
                is RgPolicyLexer.CPU
                    or RgPolicyLexer.MEMORY
                    or RgPolicyLexer.IO
                    or RgPolicyLexer.REQUIRE
            || tokens.Text(index) is "when" or "given" or "expect";
        return isItem ? Braced(tokens, index, isMark) : null;
    }

    private static (Correction Correction, int Next)? Braced(RawTokens tokens, int index, bool isMark)
    {
        var (start, end) = (tokens.Start(index), tokens.End(index));
        if (isMark && tokens.Is(index + 1, "{"))
        {
            return (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    $"`{tokens.Text(index)}` has no meaning before `{{`: leave it out.",
                    [new Replacement(start, end, "")]
                )
                {
                    Fix = "Remove it",
                },
                index + 1
            );
        }

        var last = tokens.Count - 1;
        var isClosed = tokens.Is(last, "}");
        var isOther = tokens.Text(index) is "(" or "[" && tokens.Text(last) is ")" or "]";
        var close = isOther
            ? new Replacement(tokens.Start(last), tokens.End(last), "}")
            : new Replacement(tokens.End(last), tokens.End(last), " }");
        var open = isMark ? new Replacement(start, end, " {") : new Replacement(start, start, "{ ");
        var (from, to) = isMark ? (start, end) : (tokens.Start(index - 1), tokens.End(index - 1));
        return (
            new Correction(
                "RG1001",
                from,
                to,
                $"Expected `{{` behind `{tokens.Text(index - 1)}`: the {tokens.Text(0)}'s lines "
                    + "stand in braces, `{ ... }`.",
                [open, .. Marks(tokens, index + 1), .. Enumerable.Repeat(close, isClosed ? 0 : 1)]
            )
            {
                Fix = "Write the braces",
            },
            tokens.Count
        );
    }

    // `cpu weight: 50` in a block without braces is the same mistake.
    private static IEnumerable<Replacement> Marks(RawTokens tokens, int first) =>
        from place in Enumerable.Range(first, Math.Max(0, tokens.Count - first))
        where (tokens.Is(place, ":") || tokens.Is(place, "=")) && Expectations.IsSettingWord(tokens.Type(place - 1))
        select new Replacement(tokens.Start(place), tokens.End(place), "");

    private static bool Has(RawTokens tokens, int from, int to, string text) =>
        Enumerable.Range(from, to - from).Any(place => tokens.Is(place, text));

    private static (Correction Correction, int Next)? Yields(RawTokens tokens, int index)
    {
        if (
            tokens.Type(0) != RgPolicyLexer.OBJECTIVE
            || !tokens.Is(index, "yields")
            || tokens.Is(index - 1, "{")
            || !tokens.IsWord(index + 1)
        )
        {
            return null;
        }

        var end = index + 2;
        while (tokens.Is(end, ",") && tokens.IsWord(end + 1))
        {
            end += 2;
        }

        return InBraces(tokens, index, end, "Expected `{` before `yields`");
    }

    private static (Correction Correction, int Next) InBraces(RawTokens tokens, int from, int to, string why) =>
        (
            new Correction(
                "RG1001",
                tokens.Start(from),
                tokens.End(to - 1),
                $"{why}: write `{{ {tokens.Slice(from, to)} }}`.",
                [
                    new Replacement(tokens.Start(from), tokens.Start(from), "{ "),
                    new Replacement(tokens.End(to - 1), tokens.End(to - 1), " }"),
                ]
            )
            {
                Fix = "Write the braces",
            },
            to
        );

    // `given session app 'x'`
    private static (Correction Correction, int Next)? Given(RawTokens tokens, int index)
    {
        var isSession =
            tokens.Is(index - 1, "session")
            && (tokens.Is(index - 2, "given") || tokens.Is(index - 2, ","))
            && tokens.Type(0) == RgPolicyLexer.TEST;
        var end = index;
        while (
            isSession
            && tokens.IsWord(end)
            && !tokens.Is(end, "expect")
            && tokens.ConstantEnd(tokens.Is(end + 1, "=") ? end + 2 : end + 1) is var next and > 0
        )
        {
            var goesOn =
                tokens.Is(next, ",")
                && !(tokens.Text(next + 1) is "session" or "at" or "target" or "plan" or "objective")
                && tokens.SignalEnd(next + 1) <= 0;
            end = goesOn ? next + 1 : next;
        }

        return end == index ? null
            : InBraces(tokens, index, end, "What is given stands in braces") is var (correction, place)
                ? (
                    correction with
                    {
                        Message = $"What is given stands in braces: write `session {{ {tokens.Slice(index, end)} }}`.",
                    },
                    place
                )
            : null;
    }

    private static (Correction Correction, int Next)? TestName(RawTokens tokens, int index)
    {
        var end = index;
        while (tokens.Type(0) == RgPolicyLexer.TEST && index == 1 && tokens.IsWord(end))
        {
            end++;
        }

        return end > index && tokens.Is(end, "{")
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index),
                    tokens.End(end - 1),
                    $"A test's sentence stands in quotes: write `\"{tokens.Slice(index, end)}\"`.",
                    [new Replacement(tokens.Start(index), tokens.End(end - 1), $"\"{tokens.Slice(index, end)}\"")]
                )
                {
                    Fix = "Write the quotes",
                },
                end
            )
            : null;
    }

    // `objective a 95 elapsed`
    private static (Correction Correction, int Next)? Percentile(RawTokens tokens, int index)
    {
        var isNumber = tokens.Type(0) == RgPolicyLexer.OBJECTIVE && index == 2 && tokens.IsNumber(index);
        var isNamed = isNumber && tokens.Text(index) is "50" or "95" or "99" or "99.9";
        if (!isNamed)
        {
            return null;
        }

        var last = index;
        while (last < index + 3 && tokens.IsAny(last + 1, "%", "th", "pct", "percentile", "percent"))
        {
            last++;
        }

        var (start, end) = (tokens.Start(index), tokens.End(last));
        return (
            new Correction(
                "RG1001",
                start,
                end,
                $"A percentile is written with `p`: write `p{tokens.Text(index)}`.",
                [new Replacement(start, end, $"p{tokens.Text(index)}")]
            )
            {
                Fix = $"Write `p{tokens.Text(index)}`",
            },
            last + 1
        );
    }

    // `objective a p95 latency < 5 s`
    private static (Correction Correction, int Next)? Latency(RawTokens tokens, int index)
    {
        var isWord =
            tokens.Type(0) == RgPolicyLexer.OBJECTIVE
            && index > 2
            && tokens.Type(index) == RgPolicyLexer.IDENTIFIER
            && tokens.IsComparison(index + 1);
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return isWord
            ? (
                new Correction(
                    "RG1005",
                    start,
                    end,
                    $"An objective is about the time: write `elapsed` instead of `{tokens.Text(index)}`.",
                    [new Replacement(start, end, "elapsed")]
                )
                {
                    Fix = "Write `elapsed`",
                },
                index + 1
            )
            : null;
    }
}
