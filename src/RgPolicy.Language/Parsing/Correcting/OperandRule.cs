using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Questions that lack their signal or repeat none: <c>plan.shape = scan or join</c>.</summary>
internal sealed class OperandRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        Unqualified(tokens, index)
        ?? WithoutSignal(tokens, index)
        ?? WithoutComparison(tokens, index)
        ?? UnquotedPattern(tokens, index);

    /// <summary><c>rows > 5</c></summary>
    private static (Correction Correction, int Next)? Unqualified(RawTokens tokens, int index)
    {
        var isAsked =
            tokens.IsWord(index)
            && tokens.BeginsCondition(index)
            && tokens.Type(index - 1) != RgPolicyLexer.DOT
            && (
                tokens.IsComparison(index + 1)
                || tokens.IsAny(index + 1, "in", "like", "between", "is", "not", "contains")
            );
        var meant = isAsked ? Named(tokens.Text(index), tokens.Type(0) == RgPolicyLexer.STATE) : [];
        if (meant.Count == 0)
        {
            return !isAsked || tokens.Type(index) != RgPolicyLexer.IDENTIFIER ? null
                : ForeignSignalNames.SignalOf(tokens.Text(index)) is { } signal ? Foreign(tokens, index, signal)
                : NoSignal(tokens, index);
        }

        var (start, end) = (tokens.Start(index), tokens.End(index));
        var names = string.Join(" or ", meant.Select(signal => $"`{signal.Name}`"));
        return (
            new Correction(
                "RG1001",
                start,
                end,
                $"A signal is named whole: write {names}.",
                [new Replacement(start, end, meant[0].Name)]
            )
            {
                Fix = $"Write `{meant[0].Name}`",
                IsSafe = meant.Count == 1,
            },
            index + 1
        );
    }

    // `rownum < 100`. The question is read as one that asks nothing.
    private static (Correction Correction, int Next)? NoSignal(RawTokens tokens, int index)
    {
        var end = CallRule.QuestionEnd(tokens, index);
        var ends = SignalCatalog
            .All.Select(signal => signal.Name[(signal.Name.LastIndexOf('.') + 1)..])
            .Distinct(StringComparer.Ordinal);
        if (end < 0)
        {
            return null;
        }

        var meant = NameSuggestion.Find(tokens.Text(index), ends) is { } near
            ? SignalCatalog.All.First(signal => signal.Name.EndsWith("." + near, StringComparison.Ordinal)).Name
            : null;
        var (start, last, behind) = (tokens.Start(index), tokens.End(index), tokens.End(end - 1));
        return meant is null
            ? (
                new Correction(
                    "RG2001",
                    start,
                    last,
                    $"There is no signal `{tokens.Text(index)}`. Signals have two parts, such as `session.login`, "
                        + "`plan.rows` or `request.elapsed`.",
                    [new Replacement(start, behind, CallRule.Neutral(tokens))]
                ),
                end
            )
            : (
                new Correction(
                    "RG2001",
                    start,
                    last,
                    $"There is no signal `{tokens.Text(index)}`. Did you mean `{meant}`?",
                    [new Replacement(start, last, meant)]
                )
                {
                    Fix = $"Write `{meant}`",
                    IsSafe = false,
                },
                index + 1
            );
    }

    /// <summary><c>usename = 'etl'</c></summary>
    private static (Correction Correction, int Next) Foreign(RawTokens tokens, int index, string signal)
    {
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return (
            new Correction(
                "RG1005",
                start,
                end,
                $"Write `{signal}` instead of `{tokens.Text(index)}`.",
                [new Replacement(start, end, signal)]
            )
            {
                Fix = $"Write `{signal}`",
                IsSafe = signal.StartsWith("session.", StringComparison.Ordinal),
            },
            index + 1
        );
    }

    // A state asks the host and the DBMS: there `cpu` is the pressure.
    private static List<Signal> Named(string name, bool isState)
    {
        var ends = isState ? new[] { $".{name}", $".{name}.pressure" } : [$".{name}"];
        return
        [
            .. SignalCatalog.All.Where(signal =>
                Array.Exists(ends, end => signal.Name.EndsWith(end, StringComparison.Ordinal))
                && (!isState || signal.Phase is SignalPhase.Host or SignalPhase.Dbms)
            ),
        ];
    }

    /// <summary><c>or join</c>, <c>and &lt; 9</c> behind a comparison.</summary>
    private static (Correction Correction, int Next)? WithoutSignal(RawTokens tokens, int index)
    {
        var comparison = tokens.SignalEnd(index);
        var isCompared =
            tokens.IsComparison(comparison) || tokens.Type(comparison) is RgPolicyLexer.LIKE or RgPolicyLexer.CONTAINS;
        var first = isCompared ? tokens.ConstantEnd(comparison + 1) : -1;
        if (first < 0 || !tokens.IsJoint(first) || tokens.IsWindow(tokens.Text(first + 1)))
        {
            return null;
        }

        var signal = tokens.Slice(index, comparison);
        if (
            tokens.IsComparison(first + 1)
            && tokens.ConstantEnd(first + 2) is var compared and > 0
            && tokens.EndsCondition(compared)
        )
        {
            return Repeated(tokens, first + 1, compared, $"{signal} {tokens.Slice(first + 1, compared)}");
        }

        var last = LastOperand(tokens, first);

        if (last < 0)
        {
            return null;
        }

        if (tokens.Type(comparison) == RgPolicyLexer.CONTAINS && tokens.IsOr(first))
        {
            return AsMembers(tokens, comparison, last);
        }

        if (IsEquality(tokens, comparison) && tokens.IsOr(first))
        {
            return AsList(tokens, index, comparison, last);
        }

        return Repeated(
            tokens,
            first + 1,
            tokens.ConstantEnd(first + 1),
            $"{signal} {Plain(tokens.Text(comparison))} {tokens.Slice(first + 1, tokens.ConstantEnd(first + 1))}"
        );
    }

    // Behind all of `or b or c`, where each is a constant alone.
    private static int LastOperand(RawTokens tokens, int joint)
    {
        var last = -1;
        while (tokens.IsJoint(joint) && tokens.ConstantEnd(joint + 1) is var end and > 0 && tokens.EndsCondition(end))
        {
            (last, joint) = (end, end);
        }

        return last;
    }

    private static (Correction Correction, int Next) AsList(RawTokens tokens, int index, int comparison, int last)
    {
        var items = new List<string>();
        for (var place = comparison + 1; place < last; place = tokens.ConstantEnd(place) + 1)
        {
            items.Add(tokens.Slice(place, tokens.ConstantEnd(place)));
        }

        var signal = tokens.Slice(index, comparison);
        var isNegated = Plain(tokens.Text(comparison)) == "!=";
        var list = $"{(isNegated ? "not " : "")}in ({string.Join(", ", items)})";
        var (start, end) = (tokens.Start(comparison), tokens.End(last - 1));
        return (
            new Correction(
                "RG1001",
                start,
                end,
                isNegated
                    ? $"Each side of `or` is a condition, and of two `!=` one is always true: write `{signal} {list}`."
                    : $"Each side of `or` is a condition: repeat the signal (`{signal} = {items[^1]}`), or write "
                        + $"`{signal} {list}`.",
                [new Replacement(start, end, list)]
            )
            {
                Fix = $"Write `{list}`",
                IsSafe = !isNegated,
            },
            last
        );
    }

    // `contains 'a' or 'b'`
    private static (Correction Correction, int Next) AsMembers(RawTokens tokens, int contains, int last)
    {
        var items = new List<string>();
        for (var place = contains + 1; place < last; place = tokens.ConstantEnd(place) + 1)
        {
            items.Add(tokens.Slice(place, tokens.ConstantEnd(place)));
        }

        var (start, end, meant) = (
            tokens.Start(contains),
            tokens.End(last - 1),
            $"contains any ({string.Join(", ", items)})"
        );
        return (
            new Correction(
                "RG1001",
                start,
                end,
                $"Each side of `or` is a condition: write `{meant}`.",
                [new Replacement(start, end, meant)]
            )
            {
                Fix = $"Write `{meant}`",
            },
            last
        );
    }

    private static bool IsEquality(RawTokens tokens, int index) =>
        tokens.IsComparison(index) && Plain(tokens.Text(index)) is "=" or "!=";

    private static string Plain(string comparison) =>
        comparison switch
        {
            "==" => "=",
            "<>" => "!=",
            _ => comparison,
        };

    private static (Correction Correction, int Next) Repeated(RawTokens tokens, int from, int to, string whole)
    {
        var (start, end) = (tokens.Start(from), tokens.End(to - 1));
        return (
            new Correction(
                "RG1001",
                start,
                end,
                $"Each side of `{tokens.Text(from - 1)}` is a condition: repeat the signal, `{whole}`.",
                [new Replacement(start, end, whole)]
            )
            {
                Fix = $"Write `{whole}`",
            },
            to
        );
    }

    /// <summary><c>plan.shape scan</c></summary>
    private static (Correction Correction, int Next)? WithoutComparison(RawTokens tokens, int index)
    {
        var place = tokens.BeginsCondition(index) ? tokens.SignalEnd(index) : -1;
        var isBare =
            !tokens.IsFirstOnLine(place)
            && (tokens.Type(place) == RgPolicyLexer.IDENTIFIER || tokens.IsText(place) || tokens.IsNumber(place));
        var end = place > 0 && isBare ? tokens.ConstantEnd(place) : -1;
        return end > 0 && tokens.EndsCondition(end)
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(place),
                    tokens.End(end - 1),
                    $"Expected a comparison before `{tokens.Slice(place, end)}`, such as "
                        + $"`{tokens.Slice(index, place)} = {tokens.Slice(place, end)}`.",
                    [new Replacement(tokens.Start(place), tokens.Start(place), "= ")]
                )
                {
                    Fix = "Write `=`",
                    IsSafe = !tokens.IsNumber(place),
                },
                end
            )
            : null;
    }

    /// <summary><c>like Report%</c></summary>
    private static (Correction Correction, int Next)? UnquotedPattern(RawTokens tokens, int index)
    {
        if (tokens.Type(index) != RgPolicyLexer.LIKE || !(tokens.IsWord(index + 1) || tokens.Is(index + 1, "%")))
        {
            return null;
        }

        var end = index + 2;
        while (
            tokens.Touches(end - 1)
            && (tokens.IsWord(end) || tokens.IsNumber(end) || tokens.Text(end) is "%" or "*" or "-" or "." or "/")
        )
        {
            end++;
        }

        var pattern = tokens.Slice(index + 1, end);
        var isPattern = pattern.AsSpan().IndexOfAny("%*") >= 0;
        return isPattern
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index + 1),
                    tokens.End(end - 1),
                    $"A text stands in quotes: write `like '{pattern.Replace('*', '%')}'`.",
                    [new Replacement(tokens.Start(index + 1), tokens.End(end - 1), $"'{pattern.Replace('*', '%')}'")]
                )
                {
                    Fix = "Write the quotes",
                },
                end
            )
            : null;
    }

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
