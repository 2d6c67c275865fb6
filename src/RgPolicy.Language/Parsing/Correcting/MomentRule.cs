using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Questions about the time of day in other words: <c>time &gt; 18:00</c>, <c>during mon..fri
/// 08:00..18:00</c>, <c>outside day</c>.</summary>
internal sealed class MomentRule : ICorrectionRule
{
    private const string Form = "write `window NAME = mon..fri 08:00..18:00 \"Europe/Berlin\"` and ask `during NAME`";

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        Clock(tokens, index) ?? Inline(tokens, index) ?? Outside(tokens, index);

    private static (Correction Correction, int Next)? Clock(RawTokens tokens, int index)
    {
        var isClock =
            tokens.BeginsCondition(index)
            && tokens.IsAny(index, "time", "hour", "now", "clock", "weekday", "dow", "date", "current_time")
            && (tokens.IsComparison(index + 1) || tokens.IsAny(index + 1, "in", "between", "not", "is"));
        return isClock ? Asked(tokens, index, "The time of day is asked with a window") : null;
    }

    private static (Correction Correction, int Next)? Inline(RawTokens tokens, int index)
    {
        var isInline =
            tokens.BeginsCondition(index)
            && tokens.Type(index) == RgPolicyLexer.DURING
            && (
                tokens.Type(index + 1) is RgPolicyLexer.CLOCK
                || tokens.IsNumber(index + 1)
                || (
                    tokens.IsWord(index + 1)
                    && (tokens.Text(index + 2) is ".." or "-" || tokens.Type(index + 2) == RgPolicyLexer.CLOCK)
                )
            );
        return isInline ? Asked(tokens, index, "`during` takes a window's name") : null;
    }

    // What is put in only helps to read on.
    private static (Correction Correction, int Next) Asked(RawTokens tokens, int index, string why)
    {
        var end = index + 1;
        while (
            end < tokens.Count
            && (
                !tokens.EndsCondition(end)
                || tokens.OpenBefore(end) > tokens.OpenBefore(index)
                || (tokens.Is(end, "and") && tokens.Is(end - 2, "between"))
            )
        )
        {
            end++;
        }

        var (from, to) = (tokens.Start(index), tokens.End(end - 1));
        return (
            new Correction("RG1001", from, to, $"{why}: {Form}.", [new Replacement(from, to, "plan.writes is known")]),
            end
        );
    }

    private static (Correction Correction, int Next)? Outside(RawTokens tokens, int index)
    {
        var meant =
            !tokens.BeginsCondition(index) || !tokens.IsWord(index + 1) || !tokens.EndsCondition(index + 2) ? null
            : tokens.IsAny(index, "outside", "except", "beyond") ? "not during"
            : tokens.IsAny(index, "within", "inside", "in") ? "during"
            : null;
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return meant is not null
            ? (
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
                index + 2
            )
            : null;
    }
}
