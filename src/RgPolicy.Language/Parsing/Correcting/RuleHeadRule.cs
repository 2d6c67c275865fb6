using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>The head of a rule and the words of its steps: <c>rule r on class a and b</c>, <c>on class a, class b</c>,
/// <c>move to pool q</c>, <c>cancel query</c>.</summary>
internal sealed class RuleHeadRule : ICorrectionRule
{
    private const int MostTokensBack = 60;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.Type(0) != RgPolicyLexer.RULE ? null
        : tokens.IsInBraces(index) ? Step(tokens, index)
        : Head(tokens, index);

    /// <summary><c>rule r for a {</c>, at <c>for</c>.</summary>
    public static bool IsForClass(RawTokens tokens, int index) =>
        index == 2
        && tokens.IsAny(2, "for", "of", "over")
        && tokens.IsWord(3)
        && !tokens.Is(3, "class")
        && (tokens.Is(4, "{") || tokens.Is(4, ","));

    private static (Correction Correction, int Next)? Head(RawTokens tokens, int index)
    {
        if (index == 1 && tokens.Type(1) == RgPolicyLexer.ON)
        {
            return NoName(tokens);
        }

        if (
            index > 4
            && tokens.IsAny(index, "in", "within", "at", "inside", "while", "when", "on")
            && tokens.IsWindow(tokens.Text(index + 1))
            && tokens.Is(index + 2, "{")
        )
        {
            return Instead(tokens, index, "during");
        }

        if (IsForClass(tokens, index))
        {
            return Instead(tokens, index, "on class");
        }

        if (NoClass(tokens, index) is { } none)
        {
            return none;
        }

        if (index == 3 && tokens.Is(2, "on") && tokens.IsAny(3, "pool", "pools") && tokens.IsWord(4))
        {
            return (
                new Correction(
                    "RG1001",
                    tokens.Start(3),
                    tokens.End(4),
                    $"A rule is about classes: write `on class NAME`, with the classes that go to `{tokens.Text(4)}`.",
                    [new Replacement(tokens.Start(3), tokens.End(4), "class _")]
                ),
                5
            );
        }

        if (index == 3 && tokens.Is(2, "on") && tokens.IsAny(3, "classes") && tokens.IsWord(4))
        {
            return Instead(tokens, index, "class");
        }

        if (
            tokens.Text(index) is "and" or "or" or "&" or "+"
            && tokens.Type(index - 1) != RgPolicyLexer.COMMA
            && IsBetweenNames(tokens, index)
        )
        {
            return Joined(tokens, index);
        }

        if (tokens.Is(index, "class") && tokens.Text(index - 1) is "," && IsBetweenNames(tokens, index))
        {
            return Removed(tokens, index, "`class` stands once before the names of all classes");
        }

        return null;
    }

    // `rule on class a b {`, `rule on class a {`, `rule on a {`
    private static (Correction Correction, int Next)? NoName(RawTokens tokens)
    {
        if (tokens.Type(2) == RgPolicyLexer.CLASS && tokens.IsWord(3))
        {
            if (tokens.Type(4) == RgPolicyLexer.IDENTIFIER && tokens.Is(5, "{"))
            {
                var (first, last, head) = (tokens.Start(1), tokens.End(4), $"{tokens.Text(4)} {tokens.Slice(1, 4)}");
                return (
                    new Correction(
                        "RG1001",
                        first,
                        last,
                        $"A rule's name stands first: write `rule {head}`.",
                        [new Replacement(first, last, head)]
                    )
                    {
                        Fix = $"Write `{head}`",
                    },
                    5
                );
            }

            var place = tokens.End(0);
            return (
                new Correction(
                    "RG1001",
                    tokens.Start(0),
                    place,
                    "Expected a name after `rule`.",
                    [new Replacement(place, place, " _")]
                ),
                3
            );
        }

        if (tokens.IsWord(2) && tokens.Is(3, "{"))
        {
            var place = tokens.End(0);
            return (
                new Correction(
                    "RG1001",
                    tokens.Start(0),
                    place,
                    "A rule has a name, and `class` before its class: write `rule NAME on class "
                        + tokens.Text(2)
                        + "`.",
                    [new Replacement(place, place, " _"), new Replacement(tokens.End(1), tokens.End(1), " class")]
                ),
                3
            );
        }

        return null;
    }

    // `rule r {`, `rule r on class * {`, `rule r on all classes {`. What is put in only helps to read on.
    private static (Correction Correction, int Next)? NoClass(RawTokens tokens, int index)
    {
        const string Message =
            "A rule names its classes: write `on class NAME, NAME`, with `default` for what no class takes.";
        var isAll =
            index == 3
                && tokens.Is(2, "on")
                && (
                    tokens.Is(3, "*")
                    || tokens.IsAny(3, "all", "any", "every", "each") && tokens.IsAny(4, "class", "classes", "queries")
                )
            || (index == 4 && tokens.Is(3, "class") && tokens.Is(4, "*"));
        var open = index;
        while (isAll && open < index + 3 && !tokens.Is(open, "{"))
        {
            open++;
        }

        var (first, isMissing) = (
            isAll ? 3 : 1,
            index == 2 && tokens.Is(2, "{") && tokens.IsWord(1) && !tokens.Is(3, "on")
        );
        return isAll && tokens.Is(open, "{")
                ? (
                    new Correction(
                        "RG1001",
                        tokens.Start(first),
                        tokens.End(open - 1),
                        Message,
                        [new Replacement(tokens.Start(3), tokens.End(open - 1), "class _")]
                    ),
                    open
                )
            : isMissing
                ? (
                    new Correction(
                        "RG1001",
                        tokens.Start(first),
                        tokens.End(2),
                        Message,
                        [new Replacement(tokens.End(1), tokens.End(1), " on class _")]
                    ),
                    3
                )
            : null;
    }

    private static bool IsBetweenNames(RawTokens tokens, int index)
    {
        var first = Math.Max(4, index - MostTokensBack);
        return index > 4
            && tokens.IsWord(index + 1)
            && !Enumerable.Range(first, index - first).Any(place => tokens.IsAny(place, "when", "during", "if"));
    }

    private static (Correction Correction, int Next)? Step(RawTokens tokens, int index) =>
        Condition(tokens, index) ?? Action(tokens, index);

    // What stands before an action.
    private static (Correction Correction, int Next)? Condition(RawTokens tokens, int index)
    {
        var isItem = tokens.Is(index - 1, "{") || tokens.IsFirstOnLine(index);
        if (isItem && tokens.IsSignal(index) && !tokens.BeginsCondition(index))
        {
            return Inserted(tokens, index, "when");
        }

        if (
            tokens.IsAny(index, "except", "but", "exempt", "excluding")
            && (isItem || tokens.IsAny(index + 1, "when", "if", "while"))
        )
        {
            return Unless(tokens, index);
        }

        return tokens.Text(index) is ":" or "do" or "->" && StepRule.IsAction(tokens, index + 1)
            ? Instead(tokens, index, " then ")
            : null;
    }

    // What stands in an action and behind it.
    private static (Correction Correction, int Next)? Action(RawTokens tokens, int index)
    {
        var isBehindSetting =
            Expectations.IsSettingWord(tokens.Type(index - 1)) && tokens.Text(index) is "to" or "at" or "by" or "of";
        var isBehindAction =
            (tokens.Text(index - 1) is "cancel" or "log" or "notify" or "deprioritize" && tokens.Is(index - 2, "then"))
            || (tokens.Is(index - 1, "next") && tokens.Is(index - 2, "shrink"));
        var isFingerprint =
            tokens.Is(index - 1, "fingerprint")
            && tokens.Is(index - 2, "quarantine")
            && (tokens.IsText(index) || tokens.Is(index, "="));

        if (isFingerprint)
        {
            return Removed(
                tokens,
                index,
                "A query is put in quarantine by its own `fingerprint`",
                tokens.IsText(index) ? index + 1 : index + 2
            );
        }

        if (tokens.Is(index, "to") && tokens.Is(index - 1, "limit"))
        {
            return Removed(tokens, index, "A setting stands right behind `limit`");
        }

        if (isBehindSetting && tokens.IsNumber(index + 1))
        {
            return Removed(tokens, index, "A setting's value stands right behind its name");
        }

        if (
            tokens.Text(index) is "pool" or "class"
            && tokens.Is(index - 1, "to")
            && tokens.IsWord(index + 1)
            && tokens.Text(index + 1) is not ("for" or "when" or "unless")
        )
        {
            return Removed(tokens, index, "A pool's name alone stands behind `to`");
        }

        if (tokens.Is(index - 1, "fingerprint") && tokens.IsAny(index, "in", "into", "on") && tokens.IsWord(index + 1))
        {
            return Instead(tokens, index, "to");
        }

        if (isBehindAction && NoiseEnd(tokens, index) is var end && end > index)
        {
            return Removed(
                tokens,
                index,
                $"`{(tokens.Is(index - 1, "next") ? "shrink next" : tokens.Text(index - 1))}` stands alone",
                end
            );
        }

        return null;
    }

    private static (Correction Correction, int Next) Joined(RawTokens tokens, int index) =>
        (
            new Correction(
                "RG1005",
                tokens.Start(index),
                tokens.End(index),
                $"Names are joined by commas: write `,` instead of `{tokens.Text(index)}`.",
                [new Replacement(tokens.End(index - 1), tokens.End(index), ",")]
            )
            {
                Fix = "Write `,`",
            },
            index + 1
        );

    private static (Correction Correction, int Next) Inserted(RawTokens tokens, int index, string word)
    {
        var start = tokens.Start(index);
        return (
            new Correction(
                "RG1001",
                start,
                tokens.End(index),
                $"Expected `{word}` before `{tokens.Text(index)}`.",
                [new Replacement(start, start, word + " ")]
            )
            {
                Fix = $"Write `{word}`",
            },
            index + 1
        );
    }

    private static (Correction Correction, int Next) Removed(RawTokens tokens, int index, string why, int? next = null)
    {
        var behind = next ?? index + 1;
        var left = tokens.Slice(index, behind);
        return (
            new Correction(
                "RG1001",
                tokens.Start(index),
                tokens.End(behind - 1),
                $"{why}: leave out `{left}`.",
                [new Replacement(tokens.End(index - 1), tokens.End(behind - 1), "")]
            )
            {
                Fix = $"Remove `{left}`",
            },
            behind
        );
    }

    // `the query`, `it`
    private static int NoiseEnd(RawTokens tokens, int index)
    {
        while (
            tokens.IsAny(
                index,
                "query",
                "queries",
                "it",
                "the",
                "that",
                "this",
                "request",
                "session",
                "statement",
                "them"
            )
            && tokens.Type(index) != -1
        )
        {
            index++;
        }

        return index;
    }

    // `except plan.writes`, `except when plan.writes`
    private static (Correction Correction, int Next) Unless(RawTokens tokens, int index)
    {
        var next = tokens.IsAny(index + 1, "when", "if", "while") ? index + 2 : index + 1;
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (
            new Correction(
                "RG1005",
                start,
                end,
                $"Write `unless` instead of `{tokens.Slice(index, next)}`.",
                [new Replacement(start, end, "unless")]
            )
            {
                Fix = "Write `unless`",
            },
            next
        );
    }

    private static (Correction Correction, int Next) Instead(RawTokens tokens, int index, string meant)
    {
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return (
            new Correction(
                "RG1005",
                start,
                end,
                $"Write `{meant.Trim()}` instead of `{tokens.Text(index)}`.",
                [new Replacement(start, end, meant)]
            )
            {
                Fix = $"Write `{meant.Trim()}`",
            },
            index + 1
        );
    }
}
