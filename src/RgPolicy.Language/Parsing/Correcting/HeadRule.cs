using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Heads of statements as in other languages: <c>resource "pool" "slow" {</c>, <c>workload q {</c>,
/// <c>consumer group a</c>, <c>pool q extends p {</c>, <c>pool q with (</c>.</summary>
internal sealed class HeadRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        if (index == 1)
        {
            return Parent(tokens);
        }

        if (index == 2)
        {
            return With(tokens) ?? Begin(tokens) ?? Arrow(tokens) ?? Objective(tokens);
        }

        if (tokens.IsFirstOnLine(index) && !tokens.IsInBraces(index))
        {
            return Kind(tokens, index);
        }

        return null;
    }

    // The line may stand behind another statement, for its first word begins none.
    private static (Correction Correction, int Next)? Kind(RawTokens tokens, int at)
    {
        if (
            tokens.IsText(at + 1)
            && tokens.IsText(at + 2)
            && tokens.Is(at + 3, "{")
            && tokens.Text(at + 1)[1..^1] is "pool" or "class" or "rule"
        )
        {
            return Instead(tokens, at, at + 3, $"{tokens.Text(at + 1)[1..^1]} {tokens.Text(at + 2)[1..^1]}");
        }

        if (!tokens.IsWord(at + 1))
        {
            return null;
        }

        var isNamed = tokens.IsWord(at + 2);

        if (isNamed && tokens.IsAny(at, "resource") && tokens.IsAny(at + 1, "pool"))
        {
            return Instead(tokens, at, at + 2, "pool");
        }

        if (isNamed && tokens.IsAny(at, "workload") && tokens.IsAny(at + 1, "group"))
        {
            return Instead(tokens, at, at + 2, "class");
        }

        if (isNamed && tokens.IsAny(at, "consumer", "service", "user") && tokens.IsAny(at + 1, "group", "class"))
        {
            return Instead(tokens, at, at + 3, $"{(tokens.Is(at + 3, "{") ? "pool" : "class")} {tokens.Text(at + 2)}");
        }

        if (
            tokens.Is(at + 2, "{") && tokens.IsAny(at, "workload", "group", "resource", "throttle", "tenant", "profile")
        )
        {
            return Instead(tokens, at, at + 2, $"pool {tokens.Text(at + 1)}");
        }

        return null;
    }

    // `pool q extends p {`
    private static (Correction Correction, int Next)? Parent(RawTokens tokens)
    {
        var isParent =
            tokens.Type(0) == RgPolicyLexer.POOL
            && (
                tokens.IsAny(2, "extends", "inherits", "inherit", "like", "parent", "under", "from", "in", "of")
                || tokens.Is(2, ":")
            );
        var end = tokens.IsAny(3, "from", "pool") && tokens.IsWord(4) ? 5 : 4;
        var (start, last) = (tokens.Start(2), isParent ? tokens.End(end - 1) : 0);
        return isParent && tokens.IsWord(end - 1) && tokens.Is(end, "{")
            ? (
                new Correction(
                    "RG1001",
                    start,
                    last,
                    $"A pool stands alone and takes nothing over from another: leave out `{tokens.Slice(2, end)}`, "
                        + "and write its own settings.",
                    [new Replacement(start, last, "")]
                )
                {
                    Fix = "Remove it",
                    IsSafe = false,
                },
                end
            )
            : null;
    }

    // The commas between settings belong to the same mistake.
    private static IEnumerable<Replacement> Commas(RawTokens tokens) =>
        from place in Enumerable.Range(4, Math.Max(0, tokens.Count - 5))
        where
            tokens.Is(place, ",")
            && (Expectations.IsSettingWord(tokens.Type(place + 1)) || tokens.IsAny(place + 1, "cpu", "memory", "io"))
        select new Replacement(tokens.Start(place), tokens.End(place), " ");

    // `pool q => {`
    private static (Correction Correction, int Next)? Arrow(RawTokens tokens)
    {
        var isArrow =
            tokens.Type(0) == RgPolicyLexer.POOL && tokens.Is(2, "=") && tokens.Is(3, ">") && tokens.Is(4, "{");
        var (start, end) = (tokens.Start(2), isArrow ? tokens.End(3) : 0);
        return isArrow
            ? (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    "`=>` has no meaning before `{`: leave it out.",
                    [new Replacement(start, end, "")]
                )
                {
                    Fix = "Remove it",
                },
                4
            )
            : null;
    }

    // `pool q with (`, `pool q as {`
    private static (Correction Correction, int Next)? With(RawTokens tokens)
    {
        var isWith =
            tokens.Type(0) == RgPolicyLexer.POOL
            && tokens.IsAny(2, "with", "as", "is", "has", "set", "using", "begin")
            && tokens.Text(3) is "(" or "{" or "[";
        var (start, end, last) = (tokens.Start(2), tokens.Start(3), tokens.Count - 1);
        if (!isWith)
        {
            return null;
        }

        var isOther = !tokens.Is(3, "{") && tokens.Text(last) is ")" or "]";
        return (
            new Correction(
                "RG1001",
                start,
                tokens.End(2),
                $"A pool's settings stand in braces right behind its name: write `pool {tokens.Text(1)} {{ ... }}` "
                    + $"without `{tokens.Text(2)}`.",
                isOther
                    ?
                    [
                        new Replacement(start, tokens.End(3), "{ "),
                        .. Commas(tokens),
                        new Replacement(tokens.Start(last), tokens.End(last), "}"),
                    ]
                    : [new Replacement(start, end, "")]
            )
            {
                Fix = "Write the braces",
            },
            4
        );
    }

    // `pool q begin ... end`
    private static (Correction Correction, int Next)? Begin(RawTokens tokens)
    {
        var last = tokens.Count - 1;
        var isBlock =
            tokens.Type(0) == RgPolicyLexer.POOL
            && tokens.IsAny(2, "begin", "do", "is", "as")
            && last > 3
            && tokens.IsAny(last, "end");
        return isBlock
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(2),
                    tokens.End(2),
                    $"A pool's settings stand in braces: write `pool {tokens.Text(1)} {{ ... }}`.",
                    [
                        new Replacement(tokens.Start(2), tokens.End(2), "{"),
                        new Replacement(tokens.Start(last), tokens.End(last), "}"),
                    ]
                )
                {
                    Fix = "Write the braces",
                },
                last + 1
            )
            : null;
    }

    // `objective o { class a p95 < 1 s }`
    private static (Correction Correction, int Next)? Objective(RawTokens tokens)
    {
        var isBlock = tokens.Type(0) == RgPolicyLexer.OBJECTIVE && tokens.Is(2, "{");
        return isBlock
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(2),
                    tokens.End(2),
                    "An objective is one line: write `objective CLASS p95 elapsed < 1 s`.",
                    [new Replacement(tokens.Start(0), tokens.End(tokens.Count - 1), "")]
                ),
                tokens.Count
            )
            : null;
    }

    private static (Correction Correction, int Next) Instead(RawTokens tokens, int from, int next, string meant)
    {
        var (start, end) = (tokens.Start(from), tokens.End(next - 1));
        return (
            new Correction(
                "RG1005",
                start,
                end,
                $"Write `{meant}` instead of `{tokens.Slice(from, next)}`.",
                [new Replacement(start, end, meant)]
            )
            {
                Fix = $"Write `{meant}`",
                IsSafe = false,
            },
            next
        );
    }
}
