using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>What a state changes, in other forms: <c>when s { pool q ... }</c>, <c>in state s { ... }</c>, <c>in s { q
/// ... }</c>.</summary>
internal sealed class InStateRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        Bare(tokens, index) ?? Frame(tokens, index) ?? InState(tokens, index) ?? Pool(tokens, index);

    // `s { pool q { ... } }`
    private static (Correction Correction, int Next)? Bare(RawTokens tokens, int index)
    {
        var isBare =
            tokens.IsFirstOnLine(index)
            && tokens.IsState(tokens.Text(index))
            && tokens.Is(index + 1, "{")
            && !tokens.IsInBraces(index)
            && tokens.Type(index - 1) != RgPolicyLexer.IN;
        return isBare
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index),
                    tokens.End(index),
                    $"Expected `in` before the state `{tokens.Text(index)}`.",
                    [new Replacement(tokens.Start(index), tokens.Start(index), "in ")]
                )
                {
                    Fix = "Write `in`",
                },
                index + 1
            )
            : null;
    }

    // `when s { pool q { ... } }`
    private static (Correction Correction, int Next)? Frame(RawTokens tokens, int index)
    {
        var isFrame =
            tokens.IsFirstOnLine(index)
            && tokens.IsAny(index, "when", "while", "during", "if", "on", "state")
            && tokens.IsWord(index + 1)
            && (
                (tokens.Is(index + 2, "{") && tokens.Type(index + 3) == RgPolicyLexer.POOL)
                || (tokens.IsState(tokens.Text(index + 1)) && tokens.Type(index + 2) == RgPolicyLexer.POOL)
            )
            && !tokens.IsInBraces(index);
        if (isFrame && !tokens.Is(index + 2, "{"))
        {
            var (start, end, pools, last) = (
                tokens.Start(index),
                tokens.End(index),
                tokens.Start(index + 2),
                tokens.End(tokens.Count - 1)
            );
            return (
                new Correction(
                    "RG1005",
                    start,
                    end,
                    $"Write `in {tokens.Text(index + 1)} {{ pool ... }}` instead of `{tokens.Text(index)}`.",
                    [
                        new Replacement(start, end, "in"),
                        new Replacement(pools, pools, "{ "),
                        new Replacement(last, last, " }"),
                    ]
                )
                {
                    Fix = "Write `in` and the braces",
                    IsSafe = false,
                },
                tokens.Count
            );
        }

        // What stands in the block is looked at when it is read as one.
        return
            isFrame
            && Instead("RG1005", tokens, index, "in", $"Write `in` instead of `{tokens.Text(index)}`.")
                is var (frame, _)
            ? (frame, tokens.Count)
            : null;
    }

    // `in state s { ... }`, `in s { pool q cpu weight 5 }`
    private static (Correction Correction, int Next)? InState(RawTokens tokens, int index)
    {
        var isNamed =
            tokens.Type(index) == RgPolicyLexer.STATE
            && tokens.Type(index - 1) == RgPolicyLexer.IN
            && tokens.IsFirstOnLine(index - 1)
            && tokens.IsWord(index + 1)
            && tokens.Is(index + 2, "{");
        if (isNamed)
        {
            return (
                new Correction(
                    "RG1001",
                    tokens.Start(index),
                    tokens.End(index),
                    "Behind `in` stands a state's name alone: leave out `state`.",
                    [new Replacement(tokens.Start(index), tokens.Start(index + 1), "")]
                )
                {
                    Fix = "Remove `state`",
                },
                index + 1
            );
        }

        var isBare =
            tokens.Type(0) == RgPolicyLexer.IN
            && tokens.Is(index - 2, "pool")
            && tokens.IsWord(index - 1)
            && tokens.Text(index - 3) is "{" or "}"
            && !tokens.Is(index, "{")
            && (Expectations.IsSettingWord(tokens.Type(index)) || tokens.Text(index) is "cpu" or "memory" or "io");
        var end = index;
        while (isBare && end < tokens.Count && !tokens.Is(end, "}") && !tokens.Is(end, "pool"))
        {
            end++;
        }

        return isBare
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index - 1),
                    tokens.End(index - 1),
                    $"Expected `{{` behind `{tokens.Text(index - 1)}`: write `pool {tokens.Text(index - 1)} {{ "
                        + $"{tokens.Slice(index, end)} }}`.",
                    [
                        new Replacement(tokens.Start(index), tokens.Start(index), "{ "),
                        new Replacement(tokens.End(end - 1), tokens.End(end - 1), " }"),
                    ]
                )
                {
                    Fix = "Write the braces",
                },
                end
            )
            : null;
    }

    // `in s { q { ... } }`, `in s { pol q { ... } }`
    private static (Correction Correction, int Next)? Pool(RawTokens tokens, int index)
    {
        var isSlip =
            tokens.Type(0) == RgPolicyLexer.IN
            && tokens.Type(index) == RgPolicyLexer.IDENTIFIER
            && tokens.IsWord(index + 1)
            && tokens.Is(index + 2, "{")
            && tokens.Text(index - 1) is "{" or "}";
        if (
            tokens.Type(0) == RgPolicyLexer.IN
            && tokens.Type(index) == RgPolicyLexer.POOL
            && tokens.Is(index + 1, "{")
            && tokens.Text(index - 1) is "{" or "}"
        )
        {
            var behind = tokens.End(index);
            return (
                new Correction(
                    "RG1001",
                    tokens.Start(index),
                    behind,
                    "Expected a pool's name after `pool`.",
                    [new Replacement(behind, behind, " _")]
                ),
                index + 1
            );
        }

        if (isSlip)
        {
            return Instead("RG1001", tokens, index, "pool", $"Expected `pool`, found `{tokens.Text(index)}`.");
        }

        var isBare =
            tokens.Type(0) == RgPolicyLexer.IN
            && index > 2
            && tokens.IsWord(index)
            && tokens.Is(index + 1, "{")
            && tokens.Text(index - 1) is "{" or "}"
            && tokens.Type(index) != RgPolicyLexer.POOL;
        var start = isBare ? tokens.Start(index) : 0;
        return isBare
            ? (
                new Correction(
                    "RG1001",
                    start,
                    tokens.End(index),
                    $"Expected `pool` before `{tokens.Text(index)}`.",
                    [new Replacement(start, start, "pool ")]
                )
                {
                    Fix = "Write `pool`",
                },
                index + 1
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
