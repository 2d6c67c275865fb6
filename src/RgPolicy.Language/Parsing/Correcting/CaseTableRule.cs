using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Rows of cases in other forms: <c>join -&gt; a</c>, <c>| join | a |</c>, <c>(join) =&gt; (a),</c>. However
/// many rows are so, it is one mistake.</summary>
internal sealed class CaseTableRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var isTable = tokens.Type(0) == RgPolicyLexer.TEST && index > 2 && tokens.Type(index) == RgPolicyLexer.CASES;
        return !isTable ? null
            : tokens.Is(index + 1, "{") ? Rows(tokens, index)
            : Braces(tokens, index);
    }

    // `cases [ ... ]`, `cases (...) -> (...)`
    private static (Correction Correction, int Next)? Braces(RawTokens tokens, int index)
    {
        var isOther = tokens.Is(index + 1, "[");
        var last = tokens.Count - 1;
        if (!isOther && !(tokens.Is(index + 1, "(") && tokens.Is(last, "}")))
        {
            return null;
        }

        var close = isOther
            ? Enumerable.Range(index, tokens.Count - index).FirstOrDefault(place => tokens.Is(place, "]"), last)
            : last;
        var (open, end) = (tokens.Start(index + 1), tokens.Start(close));
        return (
            new Correction(
                "RG1001",
                tokens.Start(index),
                tokens.End(index),
                "Expected `{` behind `cases`: its rows stand in braces, `cases { ... }`.",
                isOther && tokens.Is(close, "]")
                    ? [new Replacement(open, open + 1, "{"), new Replacement(end, end + 1, "}")]
                    : [new Replacement(open, isOther ? open + 1 : open, "{ "), new Replacement(end, end, "} ")]
            )
            {
                Fix = "Write the braces",
            },
            close + 1
        );
    }

    private static (Correction Correction, int Next)? Rows(RawTokens tokens, int index)
    {
        var edits = new List<Replacement>();
        (int First, int Next)? told = null;
        var place = index + 2;
        while (place < tokens.Count && !tokens.Is(place, "}"))
        {
            var next = BehindRow(tokens, place);
            if (Meant(tokens, place, next) is { } meant && meant != tokens.Slice(place, next))
            {
                told ??= (place, next);
                edits.Add(new Replacement(tokens.Start(place), tokens.End(next - 1), meant));
            }

            place = next;
        }

        return told is var (first, last) ? (Of(tokens, first, last, edits), place) : null;
    }

    private static Correction Of(RawTokens tokens, int first, int next, List<Replacement> edits)
    {
        var (start, end) = (tokens.Start(first), tokens.End(next - 1));
        var isTold = edits[0].Text.Length > 0;
        var form = isTold ? edits[0].Text : "(SIGNAL, ...) -> (class, ...)";
        return new Correction(
            "RG1001",
            start,
            end,
            "A row of cases is values and what is expected, both in parentheses: write "
                + $"`{Repairing.TokenText.Clip(form)}`.",
            [.. edits]
        )
        {
            Fix = isTold ? $"Write `{Repairing.TokenText.Clip(form)}`" : "Write the parentheses",
        };
    }

    private static int BehindRow(RawTokens tokens, int index)
    {
        var next = index + 1;
        while (
            next < tokens.Count
            && !tokens.Is(next, "}")
            && (!tokens.IsFirstOnLine(next) || tokens.OpenBefore(next) > tokens.OpenBefore(index))
        )
        {
            next++;
        }

        return next;
    }

    /// <summary>The row as the language writes it, empty for a ruler, or null where it is not a row.</summary>
    private static string? Meant(RawTokens tokens, int first, int next)
    {
        var isRight =
            tokens.Is(first, "(")
            && tokens.Is(next - 1, ")")
            && Enumerable.Range(first, next - first).Any(place => tokens.Type(place) == RgPolicyLexer.ARROW);
        var arrows = Enumerable
            .Range(first, next - first)
            .Count(place =>
                tokens.Type(place) == RgPolicyLexer.ARROW || (tokens.Is(place, "=") && tokens.Is(place + 1, ">"))
            );
        if (isRight || arrows > 1)
        {
            return null;
        }

        if (
            Enumerable
                .Range(first, next - first)
                .All(place => tokens.Text(place) is "|" or "-" or "->" or "+" or "||" or ":" or "=" or "==")
        )
        {
            return "";
        }

        var (left, right) = Halves(tokens, first, next);
        return left.Count == 0 || right.Count == 0
            ? null
            : $"({string.Join(", ", left)}) -> ({string.Join(", ", right)})";
    }

    private static (List<string> Left, List<string> Right) Halves(RawTokens tokens, int first, int next)
    {
        for (var place = first; place < next; place++)
        {
            var length =
                tokens.Type(place) == RgPolicyLexer.ARROW ? 1
                : tokens.Text(place) is "=" or "-" && tokens.Is(place + 1, ">") && tokens.Touches(place) ? 2
                : tokens.Text(place) is ":" or "=" && !tokens.Is(place + 1, "=") ? 1
                : 0;
            if (length > 0)
            {
                return (Cells(tokens, first, place), Cells(tokens, place + length, next));
            }
        }

        var cells = Cells(tokens, first, next);
        return cells.Count < 2 ? ([], []) : (cells[..^1], cells[^1..]);
    }

    // What stands between commas and bars, without the parentheses around a half.
    private static List<string> Cells(RawTokens tokens, int first, int next)
    {
        var cells = new List<string>();
        var from = first;
        for (var place = first; place <= next; place++)
        {
            var isEnd =
                place == next
                || tokens.Text(place) is "," or "|" or "||" or ";"
                || (
                    tokens.Text(place) is "(" or ")" && tokens.OpenBefore(place) - (tokens.Is(place, ")") ? 1 : 0) <= 0
                );
            if (isEnd && place > from)
            {
                cells.Add(tokens.Slice(from, place));
            }

            from = isEnd ? place + 1 : from;
        }

        return cells;
    }
}
