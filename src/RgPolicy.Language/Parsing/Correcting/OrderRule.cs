using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Parts of a statement in another order: <c>cancel when ...</c>, <c>state s for 30 s when ...</c>, <c>class a
/// when ... -&gt; q</c>.</summary>
internal sealed class OrderRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.Type(0) switch
        {
            RgPolicyLexer.RULE => ActionFirst(tokens, index) ?? QuarantineTimeFirst(tokens, index),
            RgPolicyLexer.STATE => TimeFirst(tokens, index),
            RgPolicyLexer.CLASS => PoolLast(tokens, index) ?? PoolBehindThen(tokens, index),
            RgPolicyLexer.OBJECTIVE => PercentileMoved(tokens, index),
            _ => null,
        };

    private static (Correction Correction, int Next)? ActionFirst(RawTokens tokens, int index)
    {
        var isFirst = tokens.Type(index - 1) == RgPolicyLexer.LEFT_BRACE || (index > 4 && tokens.IsFirstOnLine(index));
        var action = tokens.Is(index, "then") ? index + 1 : index;
        var isAction =
            isFirst
            && tokens.Text(action)
                is "cancel"
                    or "log"
                    or "notify"
                    or "deprioritize"
                    or "limit"
                    or "move"
                    or "shrink"
                    or "quarantine";
        var when = action + 1;
        while (
            isAction
            && when < tokens.Count
            && !tokens.IsAny(when, "when", "if", "then", "unless")
            && tokens.Type(when) != RgPolicyLexer.RIGHT_BRACE
        )
        {
            when++;
        }

        if (!isAction || !tokens.IsAny(when, "when", "if"))
        {
            return null;
        }

        var end = when + 1;
        while (
            end < tokens.Count
            && tokens.Type(end) != RgPolicyLexer.RIGHT_BRACE
            && !tokens.IsFirstOnLine(end)
            && !tokens.Is(end, "unless")
        )
        {
            end++;
        }

        return end > when + 1
            ? Instead(
                tokens,
                index,
                end,
                $"when {tokens.Slice(when + 1, end)} then {tokens.Slice(action, when)}",
                "The condition stands first"
            )
            : null;
    }

    private static (Correction Correction, int Next)? TimeFirst(RawTokens tokens, int index)
    {
        var isFor = index == 2 && tokens.Is(index, "for") && tokens.IsNumber(index + 1);
        var when = isFor ? tokens.ConstantEnd(index + 1) : -1;
        var end = when + 1;
        while (end < tokens.Count && !tokens.Is(end, "until"))
        {
            end++;
        }

        return tokens.IsAny(when, "when", "if")
            ? Instead(
                tokens,
                index,
                end,
                $"{tokens.Slice(when, end)} {tokens.Slice(index, when)}",
                "The time stands behind the condition"
            )
            : null;
    }

    private static (Correction Correction, int Next)? PoolLast(RawTokens tokens, int index)
    {
        var arrow = tokens.Count - 2;
        if (index != 2 || arrow <= index + 1 || tokens.Type(arrow) != RgPolicyLexer.ARROW || !tokens.IsWord(arrow + 1))
        {
            return null;
        }

        // `class a { plan.writes } -> q`
        var mark = index;
        while (tokens.IsAny(mark, "when", "if", "where", "{", ":", "="))
        {
            mark++;
        }

        var last = mark > index && tokens.Is(arrow - 1, "}") ? arrow - 1 : arrow;
        return mark > index && mark < last
            ? Instead(
                tokens,
                index,
                tokens.Count,
                $"{tokens.Slice(arrow, tokens.Count)} when {tokens.Slice(mark, last)}",
                "The pool stands before the condition"
            )
            : null;
    }

    // `class a when plan.writes then q`
    private static (Correction Correction, int Next)? PoolBehindThen(RawTokens tokens, int index)
    {
        var (pool, then) = (tokens.Count - 1, tokens.Count - 2);
        var isThen =
            index == 2
            && tokens.IsAny(index, "when", "if", "where")
            && then > index + 1
            && tokens.IsAny(then, "then", "to", "use", "in", "into")
            && tokens.IsWord(pool)
            && !StepRule.IsAction(tokens, pool);
        return isThen
            ? Instead(
                tokens,
                index,
                tokens.Count,
                $"-> {tokens.Text(pool)} when {tokens.Slice(index + 1, then)}",
                "The pool stands before the condition"
            )
            : null;
    }

    // `quarantine fingerprint for 1 h to q`
    private static (Correction Correction, int Next)? QuarantineTimeFirst(RawTokens tokens, int index)
    {
        var isFor =
            tokens.Is(index - 1, "fingerprint") && tokens.Is(index - 2, "quarantine") && tokens.Is(index, "for");
        var to = isFor ? tokens.ConstantEnd(index + 1) : -1;
        return tokens.Is(to, "to") && tokens.IsWord(to + 1)
            ? Instead(
                tokens,
                index,
                to + 2,
                $"{tokens.Slice(to, to + 2)} {tokens.Slice(index, to)}",
                "The pool stands before the time"
            )
            : null;
    }

    // `objective p95 oltp elapsed`, `objective oltp elapsed p95`
    private static (Correction Correction, int Next)? PercentileMoved(RawTokens tokens, int index)
    {
        var isFirst =
            index == 1
            && IsPercentile(tokens, 1)
            && BehindPercentile(tokens, 1) is var name
            && tokens.IsWord(name)
            && tokens.Is(name + 1, "elapsed");
        var isLast =
            index == 2
            && tokens.Is(index, "elapsed")
            && IsPercentile(tokens, 3)
            && tokens.IsComparison(BehindPercentile(tokens, 3));
        var end =
            isFirst ? BehindPercentile(tokens, 1) + 1
            : isLast ? BehindPercentile(tokens, 3)
            : 0;
        return end == 0 ? null
            : isFirst
                ? Instead(
                    tokens,
                    index,
                    end,
                    $"{tokens.Text(end - 1)} {tokens.Slice(index, end - 1)}",
                    "The class stands before the percentile"
                )
            : Instead(
                tokens,
                index,
                end,
                $"{tokens.Slice(index + 1, end)} elapsed",
                "The percentile stands before `elapsed`"
            );
    }

    private static bool IsPercentile(RawTokens tokens, int index) => tokens.Text(index) is "p50" or "p95" or "p99";

    private static int BehindPercentile(RawTokens tokens, int index) =>
        tokens.Is(index + 1, ".") && tokens.IsNumber(index + 2) ? index + 3 : index + 1;

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
                Fix = $"Write `{Repairing.TokenText.Clip(meant)}`",
            },
            next
        );
    }
}
