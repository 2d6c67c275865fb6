using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Questions that turn their signal round: <c>5 &lt; plan.rows</c>, <c>'a' =
/// any(statement.tables)</c>.</summary>
internal sealed class TurnedRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) => Turned(tokens, index);

    private static (Correction Correction, int Next)? Turned(RawTokens tokens, int index)
    {
        var comparison = tokens.BeginsCondition(index) ? tokens.ConstantEnd(index) : -1;
        if (
            comparison > 0
            && tokens.Is(comparison, "in")
            && tokens.IsText(index)
            && tokens.SignalEnd(comparison + 1) is var end and > 0
        )
        {
            var set = tokens.Slice(comparison + 1, end);
            return SignalCatalog.Find(set)?.Type == SignalType.Set
                ? Instead(
                    tokens,
                    index,
                    end,
                    $"{set} contains {tokens.Slice(index, comparison)}",
                    "The signal stands first"
                )
                : PartOfText(tokens, index, end, set);
        }

        return AnyOf(tokens, index, comparison) ?? TurnedComparison(tokens, index, comparison);
    }

    // `'orders' = any(statement.tables)`
    private static (Correction Correction, int Next)? AnyOf(RawTokens tokens, int index, int comparison)
    {
        var isAny =
            comparison > 0
            && tokens.IsText(index)
            && tokens.Text(comparison) is "=" or "=="
            && tokens.IsAny(comparison + 1, "any", "some")
            && tokens.Is(comparison + 2, "(");
        var end = isAny ? tokens.SignalEnd(comparison + 3) : -1;
        return end > 0 && tokens.Is(end, ")")
            ? Instead(
                tokens,
                index,
                end + 1,
                $"{tokens.Slice(comparison + 3, end)} contains {tokens.Text(index)}",
                "The signal stands first"
            )
            : null;
    }

    private static (Correction Correction, int Next)? TurnedComparison(RawTokens tokens, int index, int comparison)
    {
        var signalEnd = comparison > 0 && tokens.IsComparison(comparison) ? tokens.SignalEnd(comparison + 1) : -1;
        if (signalEnd < 0)
        {
            return null;
        }

        var signal = tokens.Slice(comparison + 1, signalEnd);
        var turned = $"{signal} {Turn(tokens.Text(comparison))} {tokens.Slice(index, comparison)}";
        var end = tokens.IsComparison(signalEnd) ? tokens.ConstantEnd(signalEnd + 1) : -1;
        return end > 0
            ? Instead(
                tokens,
                index,
                end,
                Whole(tokens, index, $"{turned} and {signal} {tokens.Slice(signalEnd, end)}"),
                "A question asks one comparison"
            )
            : Instead(tokens, index, signalEnd, turned, "The signal stands first");
    }

    // `not 1 < plan.rows < 5` is about both comparisons.
    private static string Whole(RawTokens tokens, int index, string conditions) =>
        tokens.Type(index - 1) is RgPolicyLexer.NOT or RgPolicyLexer.FOREIGN_NOT || tokens.IsAny(index - 1, "not")
            ? $"({conditions})"
            : conditions;

    // `'psql' in session.app`: equal in one language, a part in another.
    private static (Correction Correction, int Next)? PartOfText(RawTokens tokens, int index, int end, string signal)
    {
        var (start, last, text) = (tokens.Start(index), tokens.End(end - 1), tokens.Text(index));
        var pattern = $"{text[0]}%{text[1..^1]}%{text[0]}";
        return (
            new Correction(
                "RG1001",
                start,
                last,
                $"The signal stands first: write `{signal} = {text}`, or `{signal} like {pattern}` "
                    + "for texts that hold it.",
                [new Replacement(start, last, $"{signal} = {text}")]
            )
            {
                Fix = $"Write `{signal} = {text}`",
                IsSafe = false,
            },
            end
        );
    }

    private static string Turn(string comparison) =>
        comparison switch
        {
            "<" => ">",
            "<=" => ">=",
            ">" => "<",
            ">=" => "<=",
            _ => Plain(comparison),
        };

    private static string Plain(string comparison) =>
        comparison switch
        {
            "==" => "=",
            "<>" => "!=",
            _ => comparison,
        };

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
