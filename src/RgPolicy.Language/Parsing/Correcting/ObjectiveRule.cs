using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>The measure of an objective in other forms: <c>p95(elapsed) &lt; 1 s</c>, <c>p95 elapsed &gt; 1 s</c>,
/// <c>p95 elapsed below 1 s</c>.</summary>
internal sealed class ObjectiveRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        if (tokens.Type(0) != RgPolicyLexer.OBJECTIVE || index < 1)
        {
            return null;
        }

        if (index == 1)
        {
            return Named(tokens);
        }

        if (tokens.Is(index, "p") && tokens.Text(index + 1) is "50" or "95" or "99")
        {
            return Instead(tokens, index, index + 2, "p" + tokens.Text(index + 1), "A percentile is one word");
        }

        return Decimal(tokens, index) ?? Called(tokens, index) ?? Compared(tokens, index) ?? Yields(tokens, index);
    }

    // `objective fast on class a p95`
    private static (Correction Correction, int Next)? Named(RawTokens tokens)
    {
        var name = tokens.IsAny(2, "on", "for", "of", ":", "=") ? 3 : 2;
        var last = tokens.Is(name, "class") ? name + 1 : name;
        var isNamed =
            name + last > 4
            && tokens.IsWord(1)
            && tokens.IsWord(last)
            && (IsPercentile(tokens, last + 1) || tokens.Is(last + 1, "elapsed"));
        return isNamed && tokens.Slice(1, last) is var left
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(1),
                    tokens.End(last - 1),
                    $"An objective has no name but its class: write `objective {tokens.Text(last)}` without `{left}`.",
                    [new Replacement(tokens.Start(1), tokens.Start(last), "")]
                )
                {
                    Fix = "Remove it",
                    IsSafe = false,
                },
                last
            )
            : null;
    }

    // `p99,9`
    private static (Correction Correction, int Next)? Decimal(RawTokens tokens, int index)
    {
        var isComma = tokens.Is(index, ",") && IsPercentile(tokens, index - 1) && tokens.IsNumber(index + 1);
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return isComma
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index - 1),
                    tokens.End(index + 1),
                    $"Decimals have a point: write `{tokens.Text(index - 1)}.{tokens.Text(index + 1)}`.",
                    [new Replacement(start, end, ".")]
                )
                {
                    Fix = "Write `.`",
                },
                index + 2
            )
            : null;
    }

    // `p95(elapsed)`, `elapsed(p95)`
    private static (Correction Correction, int Next)? Called(RawTokens tokens, int index)
    {
        var isCall = tokens.Is(index + 1, "(") && tokens.Is(index + 3, ")");
        var percentile =
            !isCall ? null
            : tokens.Is(index + 2, "elapsed") && IsPercentile(tokens, index) ? tokens.Text(index)
            : tokens.Is(index, "elapsed") && IsPercentile(tokens, index + 2) ? tokens.Text(index + 2)
            : null;
        return percentile is null
            ? null
            : Instead(
                tokens,
                index,
                index + 4,
                $"{percentile} elapsed",
                $"An objective has no `{tokens.Slice(index, index + 4)}`"
            );
    }

    // `elapsed > 1 s`, `elapsed 1 s`, `elapsed under 1 s`
    private static (Correction Correction, int Next)? Compared(RawTokens tokens, int index)
    {
        var isOther = tokens.Is(index - 1, "elapsed") && tokens.Text(index) is not ("<" or "<=");
        var isMark =
            isOther
            && (tokens.IsComparison(index) || tokens.Type(index) == RgPolicyLexer.IDENTIFIER)
            && tokens.IsNumber(index + 1);
        const string Why = "An objective names the time below which calls stay";
        return isMark ? Instead(tokens, index, index + 1, "<", Why)
            : isOther && tokens.IsNumber(index) && tokens.ConstantEnd(index) is var end
                ? Instead(tokens, index, end, $"< {tokens.Slice(index, end)}", Why)
            : null;
    }

    // `{ slows q }`, `{ then q yields }`
    private static (Correction Correction, int Next)? Yields(RawTokens tokens, int index)
    {
        var isOther =
            tokens.Is(index - 1, "{")
            && tokens.Type(index) == RgPolicyLexer.IDENTIFIER
            && tokens.IsWord(index + 1)
            && !tokens.IsFirstOnLine(index + 1);
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return isOther
            ? (
                new Correction(
                    "RG1005",
                    start,
                    end,
                    $"Write `yields` instead of `{tokens.Text(index)}`.",
                    [new Replacement(start, end, "yields")]
                )
                {
                    Fix = "Write `yields`",
                    IsSafe = false,
                },
                index + 1
            )
            : null;
    }

    private static bool IsPercentile(RawTokens tokens, int index) => tokens.IsAny(index, "p50", "p95", "p99");

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
                IsSafe = false,
            },
            next
        );
    }
}
