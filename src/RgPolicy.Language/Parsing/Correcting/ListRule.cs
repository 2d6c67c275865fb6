using System.Collections.Immutable;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>
/// A list without parentheses or with other ones, <c>in 'a', 'b'</c>, <c>in ['a', 'b']</c>, or without commas,
/// <c>in ('a' 'b')</c>.
/// </summary>
internal sealed class ListRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        if (Bare(tokens, index) is { } bare)
        {
            return bare;
        }

        var isAsked =
            tokens.IsAny(index, "in") && IsQuestion(tokens, index)
            || tokens.Is(index, "any") && tokens.Is(index - 1, "contains");
        if (!isAsked)
        {
            return null;
        }

        if (tokens.IsListName(tokens.Text(index + 1)))
        {
            var (from, to) = (tokens.Start(index + 1), tokens.End(index + 1));
            return (
                new Correction("RG1001", from, to, ListConstantRule.Message, [new Replacement(from, to, "('_')")])
                {
                    Habit = ListConstantRule.Habit,
                },
                index + 2
            );
        }

        if (Lines(tokens, index) is { } lines)
        {
            return lines;
        }

        var open = Container(tokens, index + 1);
        return open == index + 1 && tokens.Type(open) == RgPolicyLexer.LEFT_PAREN
            ? SubQuery(tokens, open) ?? WithoutCommas(tokens, open)
            : OtherParentheses(tokens, index, open);
    }

    // `in (select login from staff)`
    private static (Correction Correction, int Next)? SubQuery(RawTokens tokens, int open) =>
        tokens.IsAny(open + 1, "select", "values", "with") && tokens.CloseOf(open) is var close and > 0
            ? (
                new Correction(
                    "RG1005",
                    tokens.Start(open),
                    tokens.End(close),
                    "A policy asks signals and no tables: write the list itself, such as `in ('a', 'b')`.",
                    [new Replacement(tokens.Start(open), tokens.End(close), "('_')")]
                ),
                close + 1
            )
            : null;

    // `in ['a', 'b']`, `in 'a', 'b'`
    private static (Correction Correction, int Next)? OtherParentheses(RawTokens tokens, int index, int open)
    {
        var isOpen = tokens.Text(open) is "[" or "{" or "<" or "(" && !tokens.IsText(open);
        var last = LastItem(tokens, isOpen ? open + 1 : open);
        if (last < 0)
        {
            return null;
        }

        var isClosed =
            (isOpen && tokens.Text(last) is "]" or "}" or ">" or ")")
            || (!isOpen && tokens.Is(last, ")") && tokens.OpenBefore(last) == 0);
        return Parenthesized(
            tokens,
            index,
            isOpen ? open + 1 : open,
            last,
            isOpen ? open - index : 0,
            isClosed ? 1 : 0
        );
    }

    // `session.login { 'a', 'b' }`: a signal with a list and nothing between them.
    private static (Correction Correction, int Next)? Bare(RawTokens tokens, int index)
    {
        var open = tokens.BeginsCondition(index) ? tokens.SignalEnd(index) : -1;
        // `when plan.writes { log }` has a step between its braces.
        var isBlock = tokens.Is(open, "{") && tokens.Type(open + 1) is RgPolicyLexer.LOG or RgPolicyLexer.CANCEL;
        var last =
            open > 0 && !isBlock && tokens.Text(open) is "{" or "(" or "[" && tokens.IsConstant(open + 1)
                ? LastItem(tokens, open + 1)
                : -1;
        if (last < 0 || tokens.Text(last) is not ("}" or ")" or "]") || !tokens.EndsCondition(last + 1))
        {
            return null;
        }

        var meant = $"in ({tokens.Slice(open + 1, last)})";
        return (
            new Correction(
                "RG1001",
                tokens.Start(open),
                tokens.End(last),
                $"A list is asked with `in`: write `{meant}`.",
                [
                    new Replacement(tokens.Start(open), tokens.End(open), " in ("),
                    new Replacement(tokens.Start(last), tokens.End(last), ")"),
                ]
            )
            {
                Fix = $"Write `{meant}`",
            },
            last + 1
        );
    }

    // `in:` with `- etl` on each line below
    private static (Correction Correction, int Next)? Lines(RawTokens tokens, int index)
    {
        var (items, end) = (new List<string>(), tokens.Is(index + 1, ":") ? index + 2 : index + 1);
        while (
            tokens.IsFirstOnLine(end)
            && tokens.Is(end, "-")
            && (tokens.IsWord(end + 1) || tokens.IsText(end + 1))
            && items.Count < TextLimits.Findings
        )
        {
            items.Add(tokens.IsText(end + 1) ? tokens.Text(end + 1) : $"'{tokens.Text(end + 1)}'");
            end += 2;
        }

        var meant = $"({string.Join(", ", items)})";
        var (start, last) = (tokens.Start(index + 1), items.Count == 0 ? 0 : tokens.End(end - 1));
        return items.Count == 0
            ? null
            : (
                new Correction(
                    "RG1001",
                    start,
                    last,
                    $"A list stands in parentheses: write `{tokens.Text(index)} {Repairing.TokenText.Clip(meant)}`.",
                    [new Replacement(tokens.End(index), last, " " + meant)]
                )
                {
                    Fix = "Write the parentheses",
                    IsSafe = false,
                },
                end
            );
    }

    // `new[] {`, `array[`, `list(`
    private static int Container(RawTokens tokens, int index)
    {
        var open = index;
        while (
            tokens.IsAny(open, "new", "array", "list", "set", "tuple", "string", "of")
            || (open > index && tokens.Is(open, "[") && tokens.Is(open + 1, "]"))
            || (open > index + 1 && tokens.Is(open, "]") && tokens.Is(open - 1, "["))
        )
        {
            open++;
        }

        return open > index && tokens.Text(open) is "[" or "{" or "(" && !tokens.IsText(open) ? open : index;
    }

    // All that lack in one list are one mistake.
    private static (Correction Correction, int Next)? WithoutCommas(RawTokens tokens, int open)
    {
        var commas = ImmutableArray.CreateBuilder<Replacement>();
        var (end, first) = (tokens.ConstantEnd(open + 1), 0);
        while (end > 0 && tokens.Type(end) != RgPolicyLexer.RIGHT_PAREN)
        {
            if (tokens.IsText(end) && tokens.IsWord(end - 1) && tokens.Touches(end - 1))
            {
                return null; // `N'a'`
            }

            var isComma = tokens.Type(end) == RgPolicyLexer.COMMA;
            if (!isComma)
            {
                first = commas.Count == 0 ? end : first;
                commas.Add(new Replacement(tokens.End(end - 1), tokens.End(end - 1), ","));
            }

            end = tokens.ConstantEnd(isComma ? end + 1 : end);
        }

        var advice = commas.Count > 1 ? "Commas stand between the items of a list: write " : "Expected ";
        return end < 0 || commas.Count == 0
            ? null
            : (
                new Correction(
                    "RG1001",
                    tokens.Start(first),
                    tokens.End(first),
                    $"{advice}`,` before `{tokens.Text(first)}`" + (commas.Count > 1 ? " and the others." : "."),
                    commas.ToImmutable()
                )
                {
                    Fix = commas.Count > 1 ? "Write the commas" : "Write `,`",
                },
                end
            );
    }

    // A state's block begins with `in` too: behind a signal or `not` it is a question.
    private static bool IsQuestion(RawTokens tokens, int index) =>
        tokens.Type(index - 2) == RgPolicyLexer.DOT || tokens.IsAny(index - 1, "not") && index > 3;

    private static int LastItem(RawTokens tokens, int index)
    {
        var end = tokens.ConstantEnd(index);
        while (
            end > 0
            && tokens.Type(end) == RgPolicyLexer.COMMA
            && tokens.ConstantEnd(end + 1) is var next and > 0
            && tokens.Type(next) != RgPolicyLexer.DOT
        )
        {
            end = next;
        }

        return end;
    }

    private static (Correction Correction, int Next) Parenthesized(
        RawTokens tokens,
        int word,
        int first,
        int last,
        int opens,
        int closes
    )
    {
        var (start, end) = (tokens.Start(first - opens), tokens.End(last + closes - 1));
        var list = $"({tokens.Slice(first, last)})";
        return (
            new Correction(
                "RG1001",
                start,
                end,
                $"A list stands in parentheses: write `{tokens.Text(word)} {list}`.",
                [
                    new Replacement(
                        tokens.Start(first - opens),
                        opens > 0 ? tokens.End(first - 1) : tokens.Start(first),
                        "("
                    ),
                    new Replacement(
                        closes > 0 ? tokens.Start(last) : tokens.End(last - 1),
                        tokens.End(last + closes - 1),
                        ")"
                    ),
                ]
            )
            {
                Fix = $"Write `{list}`",
            },
            last + closes
        );
    }
}
