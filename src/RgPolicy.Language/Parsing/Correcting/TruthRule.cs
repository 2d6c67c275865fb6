using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Questions that ask nothing, and <c>is</c> for an equality: <c>1 = 1</c>, <c>session.login is 'etl'</c>,
/// <c>plan.writes is false</c>.</summary>
internal sealed class TruthRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        Is(tokens, index) ?? Compared(tokens, index) ?? Nothing(tokens, index);

    private static (Correction Correction, int Next)? Is(RawTokens tokens, int index)
    {
        var verb = tokens.SignalEnd(index);
        if (verb < 0 || !tokens.IsAny(verb, "is", "are", "was"))
        {
            return null;
        }

        var isNegated = tokens.IsAny(verb + 1, "not");
        var value = isNegated ? verb + 2 : verb + 1;
        value = tokens.IsAny(value, "a", "an", "the") && tokens.IsWord(value + 1) ? value + 1 : value;
        var isValue =
            tokens.ConstantEnd(value) == value + 1
            && !tokens.IsAny(value, "known", "null", "unknown", "missing", "empty", "in", "like", "between");
        if (
            tokens.IsAny(value, "none", "nil", "undefined", "nan", "blank", "defined", "set", "present")
            && tokens.EndsCondition(value + 1)
        )
        {
            return Unknown(tokens, verb, value, tokens.IsAny(value, "defined", "set", "present") != isNegated);
        }

        return !isValue || !tokens.EndsCondition(tokens.ConstantEnd(value)) ? null
            : tokens.IsAny(value, "true", "false") && IsFlag(tokens.Slice(index, verb))
                ? Alone(tokens, index, verb, value, tokens.IsAny(value, "true") != isNegated)
            : Instead(tokens, verb, value, isNegated ? "!=" : "=");
    }

    // Of a name that is none it is not known what it would be.
    private static bool IsFlag(string name) => SignalCatalog.Find(name)?.Type is null or SignalType.Bool;

    // `plan.writes == True`, `plan.writes != False`
    private static (Correction Correction, int Next)? Compared(RawTokens tokens, int index)
    {
        var mark = tokens.SignalEnd(index);
        var isFlag =
            mark > 0
            && tokens.Text(mark) is "=" or "==" or "!=" or "<>"
            && tokens.IsAny(mark + 1, "true", "false")
            && tokens.Type(mark + 1) == RgPolicyLexer.IDENTIFIER
            && SignalCatalog.Find(tokens.Slice(index, mark))?.Type == SignalType.Bool;
        var isOther = isFlag && (tokens.Text(mark) is "==" or "<>" || tokens.Text(mark + 1) is not ("true" or "false"));
        return isOther
            ? Alone(tokens, index, mark, mark + 1, tokens.IsAny(mark + 1, "true") == (tokens.Text(mark) is "=" or "=="))
            : null;
    }

    // `is None`, `is not nil`
    private static (Correction Correction, int Next) Unknown(RawTokens tokens, int verb, int value, bool isKnown)
    {
        var (start, end) = (tokens.Start(verb), tokens.End(value));
        var meant = isKnown ? "is known" : "is not known";
        return (
            new Correction(
                "RG1005",
                start,
                end,
                $"A signal without a value is not known: write `{meant}`.",
                [new Replacement(start, end, meant)]
            )
            {
                Fix = $"Write `{meant}`",
            },
            value + 1
        );
    }

    private static (Correction Correction, int Next) Alone(
        RawTokens tokens,
        int index,
        int verb,
        int value,
        bool isTrue
    )
    {
        var (start, end) = (tokens.Start(index), tokens.End(value));
        var meant = $"{(isTrue ? "" : "not ")}{tokens.Slice(index, verb)}";
        return (
            new Correction(
                "RG1005",
                start,
                end,
                $"A signal that is true or false is a condition by itself: write `{meant}`.",
                [new Replacement(start, end, meant)]
            )
            {
                Fix = $"Write `{meant}`",
            },
            value + 1
        );
    }

    // A class that takes all is the default. What is put in only helps to read on.
    private static (Correction Correction, int Next)? Nothing(RawTokens tokens, int index)
    {
        var comparison =
            tokens.BeginsCondition(index) && (tokens.IsNumber(index) || tokens.IsText(index))
                ? tokens.ConstantEnd(index)
                : -1;
        var end = tokens.IsComparison(comparison) ? tokens.ConstantEnd(comparison + 1) : -1;
        if (end < 0 || !tokens.EndsCondition(end))
        {
            return null;
        }

        var (from, to) = (tokens.Start(index), tokens.End(end - 1));
        return (
            new Correction(
                "RG1001",
                from,
                to,
                $"`{tokens.Slice(index, end)}` asks no signal. For all queries that no class takes "
                    + "there is `default -> POOL`.",
                [new Replacement(from, to, "plan.writes is known")]
            ),
            end
        );
    }

    private static (Correction Correction, int Next) Instead(RawTokens tokens, int from, int next, string meant)
    {
        var (start, end) = (tokens.Start(from), tokens.End(next - 1));
        return (
            new Correction(
                "RG1005",
                start,
                end,
                $"Write `{meant}` instead of `{tokens.Slice(from, next)}`: `is` asks only whether a signal is known.",
                [new Replacement(start, end, meant)]
            )
            {
                Fix = $"Write `{meant}`",
            },
            next
        );
    }
}
