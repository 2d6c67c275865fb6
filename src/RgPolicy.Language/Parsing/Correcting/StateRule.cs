using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>States, objectives and the cache strategy in other forms: <c>state s { when ... }</c>, <c>when s { pool q ... }</c>, <c>in s { q ... }</c>, <c>objective class a</c>.</summary>
internal sealed class StateRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        Braces(tokens, index) ?? Settings(tokens, index) ?? When(tokens, index) ?? Until(tokens, index) ?? UntilWord(tokens, index) ?? Frame(tokens, index) ?? InState(tokens, index) ?? Pool(tokens, index) ?? Time(tokens, index) ?? ObjectiveClass(tokens, index) ?? StrategyMark(tokens, index) ?? StrategyBy(tokens, index) ?? StrategyReserve(tokens, index);

    // `state s { when host.cpu.pressure > 60% }`
    private static (Correction Correction, int Next)? Braces(RawTokens tokens, int index)
    {
        var isOpen = tokens.Type(0) == RgPolicyLexer.STATE && index == 2 && tokens.Text(index) is "{" or "(" or ":" or "=" && tokens.IsAny(index + 1, "when", "if", "where");
        var last = tokens.Count - 1;
        var isClosed = isOpen && tokens.Text(last) is "}" || (isOpen && tokens.Is(index, "(") && tokens.Is(last, ")"));
        if (!isOpen)
        {
            return null;
        }

        var open = new Replacement(tokens.Start(index), tokens.End(index), "");
        return (new Correction("RG1001", open.Start, open.End, $"A state has no `{tokens.Text(index)}`: write `state {tokens.Text(1)} when ...`.",
            isClosed ? [open, new Replacement(tokens.Start(last), tokens.End(last), "")] : [open]) { Fix = $"Remove `{tokens.Text(index)}`" }, index + 1);
    }

    // `state s when host.cpu.pressure > 60% { cpu weight 5 }`
    private static (Correction Correction, int Next)? Settings(RawTokens tokens, int index)
    {
        var last = tokens.Count - 1;
        var isBlock = tokens.Type(0) == RgPolicyLexer.STATE && index > 4 && tokens.Is(index, "{") && tokens.Is(last, "}")
            && !Enumerable.Range(1, index - 1).Any(tokens.IsFirstOnLine);
        return isBlock
            ? (new Correction("RG1001", tokens.Start(index), tokens.End(index), $"What changes in a state stands behind it: write `in {tokens.Text(1)} {{ pool NAME {{ ... }} }}`.",
                [new Replacement(tokens.Start(index), tokens.End(last), "")]), tokens.Count)
            : null;
    }

    // `state s = host.cpu.pressure > 60%`
    private static (Correction Correction, int Next)? When(RawTokens tokens, int index)
    {
        var isMark = tokens.Type(0) == RgPolicyLexer.STATE && index == 2 && tokens.Text(index) is "=" or ":" or "->" && tokens.SignalEnd(index + 1) > 0;
        return isMark ? Instead("RG1001", tokens, index, " when ", $"Write `when` instead of `{tokens.Text(index)}`.") : null;
    }

    // `until 40%`
    private static (Correction Correction, int Next)? Until(RawTokens tokens, int index)
    {
        if (tokens.Type(0) == RgPolicyLexer.STATE && tokens.Is(index - 1, "until") && tokens.IsAny(index, "below", "under", "above", "over") && tokens.IsNumber(index + 1))
        {
            return Instead("RG1005", tokens, index, tokens.IsAny(index, "below", "under") ? "<" : ">", $"Write `until {(tokens.IsAny(index, "below", "under") ? "<" : ">")}` instead of `until {tokens.Text(index)}`.");
        }

        var isBare = tokens.Type(0) == RgPolicyLexer.STATE && tokens.Is(index - 1, "until") && tokens.IsNumber(index);
        var end = isBare ? tokens.ConstantEnd(index) : 0;
        return isBare
            ? (new Correction("RG1001", tokens.Start(index), tokens.End(end - 1), $"Expected a comparison after `until`, such as `until < {tokens.Slice(index, end)}`.",
                [new Replacement(tokens.Start(index), tokens.Start(index), "< ")]) { Fix = "Write `<`", IsSafe = false }, end)
            : null;
    }

    // `till < 40%`, `while not host.cpu.pressure < 40%`
    private static (Correction Correction, int Next)? UntilWord(RawTokens tokens, int index)
    {
        var isWord = tokens.Type(0) == RgPolicyLexer.STATE && index > 3 && tokens.Type(index) == RgPolicyLexer.IDENTIFIER && tokens.IsAny(index, "till", "til", "ends", "end", "leave", "exit", "stop", "off", "reset")
            && (tokens.IsComparison(index + 1) || tokens.SignalEnd(index + 1) > 0 || tokens.IsAny(index + 1, "when"));
        var next = tokens.IsAny(index + 1, "when") ? index + 2 : index + 1;
        var (start, end) = (tokens.Start(index), isWord ? tokens.End(next - 1) : 0);
        return isWord
            ? (new Correction("RG1005", start, end, $"Write `until` instead of `{tokens.Slice(index, next)}`.", [new Replacement(start, end, "until")]) { Fix = "Write `until`" }, next) : null;
    }

    // `when s { pool q { ... } }`
    private static (Correction Correction, int Next)? Frame(RawTokens tokens, int index)
    {
        var isFrame = tokens.IsFirstOnLine(index) && tokens.IsAny(index, "when", "while", "during", "if", "on", "state") && tokens.IsWord(index + 1)
            && ((tokens.Is(index + 2, "{") && tokens.Type(index + 3) == RgPolicyLexer.POOL) || (tokens.IsState(tokens.Text(index + 1)) && tokens.Type(index + 2) == RgPolicyLexer.POOL))
            && !tokens.IsInBraces(index);
        var isBare = tokens.IsFirstOnLine(index) && tokens.IsState(tokens.Text(index)) && tokens.Is(index + 1, "{") && !tokens.IsInBraces(index)
            && tokens.Type(index - 1) != RgPolicyLexer.IN;
        if (isBare)
        {
            return (new Correction("RG1001", tokens.Start(index), tokens.End(index), $"Expected `in` before the state `{tokens.Text(index)}`.",
                [new Replacement(tokens.Start(index), tokens.Start(index), "in ")]) { Fix = "Write `in`" }, index + 1);
        }

        if (isFrame && !tokens.Is(index + 2, "{"))
        {
            var (start, end, pools, last) = (tokens.Start(index), tokens.End(index), tokens.Start(index + 2), tokens.End(tokens.Count - 1));
            return (new Correction("RG1005", start, end, $"Write `in {tokens.Text(index + 1)} {{ pool ... }}` instead of `{tokens.Text(index)}`.",
                [new Replacement(start, end, "in"), new Replacement(pools, pools, "{ "), new Replacement(last, last, " }")]) { Fix = "Write `in` and the braces", IsSafe = false }, tokens.Count);
        }

        // What stands in the block is looked at when it is read as one.
        return isFrame && Instead("RG1005", tokens, index, "in", $"Write `in` instead of `{tokens.Text(index)}`.") is var (frame, _) ? (frame, tokens.Count) : null;
    }

    // `in state s { ... }`, `in s { pool q cpu weight 5 }`
    private static (Correction Correction, int Next)? InState(RawTokens tokens, int index)
    {
        var isNamed = tokens.Type(index) == RgPolicyLexer.STATE && tokens.Type(index - 1) == RgPolicyLexer.IN && tokens.IsFirstOnLine(index - 1) && tokens.IsWord(index + 1) && tokens.Is(index + 2, "{");
        if (isNamed)
        {
            return (new Correction("RG1001", tokens.Start(index), tokens.End(index), "Behind `in` stands a state's name alone: leave out `state`.",
                [new Replacement(tokens.Start(index), tokens.Start(index + 1), "")]) { Fix = "Remove `state`" }, index + 1);
        }

        var isBare = tokens.Type(0) == RgPolicyLexer.IN && tokens.Is(index - 2, "pool") && tokens.IsWord(index - 1) && tokens.Text(index - 3) is "{" or "}" && !tokens.Is(index, "{")
            && (Expectations.IsSettingWord(tokens.Type(index)) || tokens.Text(index) is "cpu" or "memory" or "io");
        var end = index;
        while (isBare && end < tokens.Count && !tokens.Is(end, "}") && !tokens.Is(end, "pool"))
        {
            end++;
        }

        return isBare
            ? (new Correction("RG1001", tokens.Start(index - 1), tokens.End(index - 1), $"Expected `{{` behind `{tokens.Text(index - 1)}`: write `pool {tokens.Text(index - 1)} {{ {tokens.Slice(index, end)} }}`.",
                [new Replacement(tokens.Start(index), tokens.Start(index), "{ "), new Replacement(tokens.End(end - 1), tokens.End(end - 1), " }")]) { Fix = "Write the braces" }, end)
            : null;
    }

    // `in s { q { ... } }`, `in s { pol q { ... } }`
    private static (Correction Correction, int Next)? Pool(RawTokens tokens, int index)
    {
        var isSlip = tokens.Type(0) == RgPolicyLexer.IN && tokens.Type(index) == RgPolicyLexer.IDENTIFIER && tokens.IsWord(index + 1) && tokens.Is(index + 2, "{")
            && tokens.Text(index - 1) is "{" or "}";
        if (tokens.Type(0) == RgPolicyLexer.IN && tokens.Type(index) == RgPolicyLexer.POOL && tokens.Is(index + 1, "{") && tokens.Text(index - 1) is "{" or "}")
        {
            var behind = tokens.End(index);
            return (new Correction("RG1001", tokens.Start(index), behind, "Expected a pool's name after `pool`.", [new Replacement(behind, behind, " _")]), index + 1);
        }

        if (isSlip)
        {
            return Instead("RG1001", tokens, index, "pool", $"Expected `pool`, found `{tokens.Text(index)}`.");
        }

        var isBare = tokens.Type(0) == RgPolicyLexer.IN && index > 2 && tokens.IsWord(index) && tokens.Is(index + 1, "{") && tokens.Text(index - 1) is "{" or "}" && tokens.Type(index) != RgPolicyLexer.POOL;
        var start = isBare ? tokens.Start(index) : 0;
        return isBare
            ? (new Correction("RG1001", start, tokens.End(index), $"Expected `pool` before `{tokens.Text(index)}`.", [new Replacement(start, start, "pool ")]) { Fix = "Write `pool`" }, index + 1)
            : null;
    }

    // `during 30 s`
    private static (Correction Correction, int Next)? Time(RawTokens tokens, int index)
    {
        var number = index;
        while (number < index + 4 && tokens.IsAny(number, ",", "during", "within", "over", "since", "lasting", "lasts", "at", "least", "for", "more", "longer", "than", "minimum", "a", "time", "of", "after"))
        {
            number++;
        }

        var isTime = tokens.Type(0) == RgPolicyLexer.STATE && index > 4 && number > index && tokens.IsNumber(number) && tokens.Text(number + 1) is "ms" or "s" or "min" or "h" or "d"
            && tokens.Slice(index, number) is not "for";
        var (start, end) = (tokens.Start(index), isTime ? tokens.End(number - 1) : 0);
        return isTime
            ? (new Correction("RG1005", start, end, $"Write `for` instead of `{tokens.Slice(index, number)}`.", [new Replacement(start, end, "for")]) { Fix = "Write `for`" }, number) : null;
    }

    private static (Correction Correction, int Next)? ObjectiveClass(RawTokens tokens, int index)
    {
        var isNoise = tokens.Type(0) == RgPolicyLexer.OBJECTIVE && index == 1 && tokens.Text(index) is "class" or "for" or "on" && tokens.IsWord(index + 1) && !tokens.Is(index + 2, "elapsed");
        var first = isNoise && tokens.Is(index + 1, "class") && tokens.IsWord(index + 2) && !tokens.Is(index + 3, "elapsed") ? index + 1 : index;
        return isNoise
            ? (new Correction("RG1001", tokens.Start(index), tokens.End(first), $"Behind `objective` stands a class's name alone: leave out `{tokens.Slice(index, first + 1)}`.",
                [new Replacement(tokens.Start(index), tokens.Start(first + 1), "")]) { Fix = $"Remove `{tokens.Slice(index, first + 1)}`" }, first + 1)
            : null;
    }

    // `cache strategy = static`
    private static (Correction Correction, int Next)? StrategyMark(RawTokens tokens, int index)
    {
        var isMark = tokens.Type(0) == RgPolicyLexer.CACHE && index == 2 && tokens.Text(index) is "=" or ":" or "is" && tokens.IsWord(index + 1);
        return isMark
            ? (new Correction("RG1001", tokens.Start(index), tokens.End(index), $"A cache strategy takes no `{tokens.Text(index)}`: write `cache strategy {tokens.Text(index + 1)}`.",
                [new Replacement(tokens.Start(index), tokens.Start(index + 1), "")]) { Fix = $"Remove `{tokens.Text(index)}`" }, index + 1)
            : null;
    }

    // `cache strategy dynamic plan.working_set`
    private static (Correction Correction, int Next)? StrategyBy(RawTokens tokens, int index)
    {
        var isBare = tokens.Type(0) == RgPolicyLexer.CACHE && index == 3 && tokens.SignalEnd(index) > 0;
        var start = isBare ? tokens.Start(index) : 0;
        return isBare
            ? (new Correction("RG1001", start, tokens.End(tokens.SignalEnd(index) - 1), $"Expected `by` before `{tokens.Slice(index, tokens.SignalEnd(index))}`.", [new Replacement(start, start, "by ")])
            {
                Fix = "Write `by`",
            }, tokens.SignalEnd(index))
            : null;
    }

    // `cache strategy dynamic reserve 10%`
    private static (Correction Correction, int Next)? StrategyReserve(RawTokens tokens, int index)
    {
        var isReserve = tokens.Type(0) == RgPolicyLexer.CACHE && index > 2 && tokens.IsAny(index, "reserve", "reserved") && tokens.IsNumber(index + 1);
        if (!isReserve)
        {
            return null;
        }

        var (comma, amount) = (tokens.Is(index - 1, ",") ? index - 1 : index, tokens.ConstantEnd(index + 1));
        var end = tokens.Is(amount, "for") && tokens.IsAny(amount + 1, "streaming") ? amount + 2 : tokens.IsAny(amount, "for", "streaming") && !tokens.IsFirstOnLine(amount) ? amount + 1 : amount;
        var meant = $", reserve {tokens.Slice(index + 1, amount)} for streaming";
        if (comma < index && end == amount + 2 && tokens.Is(index, "reserve"))
        {
            return null;
        }

        // What stands between is left as it is, for it may have a mistake of its own.
        return (new Correction("RG1001", tokens.Start(index), tokens.End(index), $"The reserve stands behind a comma, and says for what: write `{meant}`.",
        [
            new Replacement(tokens.End(comma - 1), tokens.End(index), ", reserve"), new Replacement(tokens.End(amount - 1), tokens.End(end - 1), " for streaming"),
        ]) { Fix = $"Write `{meant}`" }, end);
    }

    private static (Correction Correction, int Next) Instead(string code, RawTokens tokens, int index, string meant, string message)
    {
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return (new Correction(code, start, end, message, [new Replacement(start, end, meant)]) { Fix = $"Write `{meant}`" }, index + 1);
    }
}
