using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Lists as SQL compares with them, and lists that lack a mark: <c>= any(array['a'])</c>, <c>like any ('a%',
/// 'b%')</c>, <c>= 'a', 'b'</c>, <c>('a' 'b')</c>.</summary>
internal sealed class AnyRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var place = tokens.SignalEnd(index);
        return place > 0
            ? Quantified(tokens, index, place)
                ?? Listed(tokens, place)
                ?? Unlisted(tokens, place)
                ?? Contained(tokens, index, place)
            : InList(tokens, index);
    }

    private static (Correction Correction, int Next)? Quantified(RawTokens tokens, int index, int place)
    {
        var isLike = tokens.IsAny(place, "like", "ilike");
        var isBare = isLike && tokens.Is(place + 1, "(") && tokens.Is(place + 3, ",");
        var open = isBare ? place + 1 : place + 2;
        if (
            !(isLike || tokens.IsComparison(place))
            || !(isBare || tokens.IsAny(place + 1, "any", "some", "all"))
            || !tokens.Is(open, "(")
        )
        {
            return null;
        }

        var isArray = tokens.IsAny(open + 1, "array") && tokens.Is(open + 2, "[");
        var items = Items(tokens, isArray ? open + 3 : open + 1, out var end);
        end += isArray && tokens.Is(end, "]") ? 1 : 0;
        var isWhole = items.Count > 0 && tokens.Is(end, ")");
        var isNot = tokens.Text(place) is "!=" or "<>";
        if (!isWhole || (!isLike && !isNot && tokens.Text(place) is not ("=" or "==")))
        {
            return null;
        }

        var signal = tokens.Slice(index, place);
        var meant = isLike
            ? "(" + string.Join(" or ", items.Select(item => $"{signal} like {item}")) + ")"
            : $"{signal} {(isNot ? "not " : "")}in ({string.Join(", ", items)})";
        var (start, last) = (tokens.Start(index), tokens.End(end));
        return (
            new Correction(
                "RG1005",
                tokens.Start(place),
                last,
                $"A list is asked with `in`, a pattern alone with `like`: write `{Repairing.TokenText.Clip(meant)}`.",
                [new Replacement(start, last, meant)]
            )
            {
                Fix = $"Write `{Repairing.TokenText.Clip(meant)}`",
            },
            end + 1
        );
    }

    // `session.login = ('a', 'b')`
    private static (Correction Correction, int Next)? Listed(RawTokens tokens, int place)
    {
        var isOpen =
            IsEquality(tokens, place) && tokens.Text(place + 1) is "(" or "[" or "{" && !tokens.IsText(place + 1);
        var items = isOpen ? Items(tokens, place + 2, out var close) : Items(tokens, tokens.Count, out close);
        return items.Count > 1 && tokens.Text(close) is ")" or "]" or "}"
            ? AsList(tokens, place, items, close + 1)
            : null;
    }

    private static bool IsEquality(RawTokens tokens, int index) =>
        tokens.Text(index) is "=" or "==" or "!=" or "<>" && !tokens.IsText(index);

    private static (Correction Correction, int Next) AsList(RawTokens tokens, int place, List<string> items, int next)
    {
        var meant = $"{(tokens.Text(place) is "=" or "==" ? "" : "not ")}in ({string.Join(", ", items)})";
        var (start, end) = (tokens.Start(place), tokens.End(next - 1));
        return (
            new Correction(
                "RG1001",
                start,
                end,
                $"One of several constants is asked with `in`: write `{Repairing.TokenText.Clip(meant)}`.",
                [new Replacement(start, end, meant)]
            )
            {
                Fix = $"Write `{Repairing.TokenText.Clip(meant)}`",
            },
            next
        );
    }

    // `contains all ('a', 'b')`, `contains ('a', 'b')`, `contains 'a', 'b'`
    private static (Correction Correction, int Next)? Contained(RawTokens tokens, int index, int place)
    {
        var isAll = tokens.IsAny(place + 1, "all", "both", "every");
        var list = isAll ? place + 2 : place + 1;
        var isOpen = tokens.Text(list) is "(" or "[" or "{" && !tokens.IsText(list);
        var items = tokens.IsAny(place, "contains", "contain", "includes", "has")
            ? Items(tokens, isOpen ? list + 1 : list, out var end)
            : Items(tokens, tokens.Count, out end);
        if (
            items.Count < 2
            || (isOpen && tokens.Text(end) is not (")" or "]" or "}"))
            || (!isOpen && !tokens.EndsCondition(end) && !tokens.IsFirstOnLine(end))
        )
        {
            return null;
        }

        var (signal, next) = (tokens.Slice(index, place), isOpen ? end + 1 : end);
        var all = string.Join(" and ", items.Select(item => $"{signal} contains {item}"));
        return isAll
            ? Contained(
                tokens,
                index,
                next,
                $"({all})",
                $"A question about all of several is one for each: write `{Repairing.TokenText.Clip(all)}`.",
                isSafe: true
            )
            : Contained(
                tokens,
                index,
                next,
                $"{signal} contains any ({string.Join(", ", items)})",
                $"Write `contains any ({string.Join(", ", items)})` for one of them, or a question for each "
                    + "joined by `and` for all.",
                isSafe: false
            );
    }

    private static (Correction Correction, int Next) Contained(
        RawTokens tokens,
        int index,
        int next,
        string meant,
        string message,
        bool isSafe
    )
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (
            new Correction(
                "RG1001",
                tokens.Start(tokens.SignalEnd(index)),
                end,
                message,
                [new Replacement(start, end, meant)]
            )
            {
                Fix = $"Write `{Repairing.TokenText.Clip(meant)}`",
                IsSafe = isSafe,
            },
            next
        );
    }

    // `session.login = 'a', 'b'`
    private static (Correction Correction, int Next)? Unlisted(RawTokens tokens, int place)
    {
        var items =
            IsEquality(tokens, place) && tokens.OpenBefore(place) == 0
                ? Items(tokens, place + 1, out var end)
                : Items(tokens, tokens.Count, out end);
        return items.Count > 1 && (tokens.EndsCondition(end) || tokens.IsFirstOnLine(end))
            ? AsList(tokens, place, items, end)
            : null;
    }

    // `('a' 'b')`, `('a', 'b',)`, `('a'; 'b')`. Only what may be wrong is looked for in its list, which may be long.
    private static (Correction Correction, int Next)? InList(RawTokens tokens, int index)
    {
        if (tokens.OpenBefore(index) == 0)
        {
            return null;
        }

        if (tokens.IsText(index))
        {
            return IsBehindItem(tokens, index) ? WithComma(tokens, index) : null;
        }

        if (IsOtherComma(tokens, index) && IsBehindItem(tokens, index))
        {
            return (
                One(
                    tokens,
                    index,
                    $"The items of a list stand between commas: write `,` instead of `{tokens.Text(index)}`.",
                    ",",
                    "Write `,`"
                ),
                index + 1
            );
        }

        if (tokens.Is(index, ",") && tokens.Is(index + 1, ")") && IsBehindItem(tokens, index))
        {
            return (
                One(tokens, index, "A list ends without a comma: leave out the last `,`.", "", "Remove `,`"),
                index + 1
            );
        }

        return null;
    }

    private static bool IsOtherComma(RawTokens tokens, int index) =>
        tokens.Is(index, ";")
            ? tokens.IsConstant(index + 1)
            : tokens.IsJoint(index) && (tokens.IsText(index + 1) || tokens.IsNumber(index + 1));

    private static (Correction Correction, int Next) WithComma(RawTokens tokens, int index) =>
        (
            new Correction(
                "RG1001",
                tokens.Start(index),
                tokens.End(index),
                $"Expected `,` before `{Repairing.TokenText.Clip(tokens.Text(index))}`.",
                [new Replacement(tokens.End(index - 1), tokens.End(index - 1), ",")]
            )
            {
                Fix = "Write `,`",
            },
            index + 1
        );

    private static bool IsBehindItem(RawTokens tokens, int index) =>
        tokens.ConstantEnd(index - 1) == index
        && tokens.Type(index - 2) is RgPolicyLexer.LEFT_PAREN or RgPolicyLexer.COMMA
        && (tokens.IsText(index - 1) || tokens.IsNumber(index - 1))
        && IsList(tokens, index - 2);

    private static Correction One(RawTokens tokens, int index, string message, string meant, string fix)
    {
        var (start, end) = (tokens.Start(index), tokens.End(index));
        return new Correction("RG1001", start, end, message, [new Replacement(start, end, meant)]) { Fix = fix };
    }

    private static bool IsList(RawTokens tokens, int place)
    {
        while (place > 1 && tokens.Type(place) == RgPolicyLexer.COMMA)
        {
            place -= 2;
        }

        return tokens.Is(place, "(") && tokens.IsAny(place - 1, "in", "any");
    }

    private static List<string> Items(RawTokens tokens, int index, out int end)
    {
        var items = new List<string>();
        end = index;
        while (end < tokens.Count && IsItem(tokens, end) && tokens.ConstantEnd(end) is var next and > 0)
        {
            items.Add(tokens.Slice(end, next));
            end = next;
            if (!tokens.Is(end, ",") || !IsItem(tokens, end + 1))
            {
                break;
            }

            end++;
        }

        return items;
    }

    private static bool IsItem(RawTokens tokens, int index) =>
        tokens.IsText(index)
        || tokens.IsNumber(index)
        || (tokens.Type(index) == RgPolicyLexer.IDENTIFIER && !tokens.IsSignal(index));
}
