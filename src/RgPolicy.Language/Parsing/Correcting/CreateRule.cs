using System.Text;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>
/// Whole statements of SQL that say what one of the language says: <c>create pool r with (cpu_weight = 50);</c>,
/// <c>create class etl using pool q where plan.writes;</c>. However much of it is SQL, it is one mistake.
/// </summary>
internal sealed class CreateRule : ICorrectionRule
{
    private const int MostTokens = 80;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        if (!tokens.IsFirstOnLine(index) || !tokens.IsAny(index, "create", "alter", "add", "define"))
        {
            return null;
        }

        var head = index + 1;
        while (tokens.IsAny(head, "or", "replace", "alter", "resource", "workload"))
        {
            head++;
        }

        var end = tokens.Is(tokens.Count - 1, ";") ? tokens.Count - 1 : tokens.Count;
        var isShort = end - head <= MostTokens && tokens.IsWord(head + 1);

        if (!isShort)
        {
            return null;
        }

        if (tokens.Type(head) == RgPolicyLexer.POOL)
        {
            return Pool(tokens, index, head, end);
        }

        if (tokens.Type(head) == RgPolicyLexer.CLASS || tokens.IsAny(head, "group"))
        {
            return Class(tokens, index, head, end);
        }

        return null;
    }

    private static (Correction Correction, int Next)? Pool(RawTokens tokens, int index, int head, int end)
    {
        var open = tokens.IsAny(head + 2, "with", "as", "using", "set") ? head + 3 : head + 2;
        var isBlock = tokens.Is(open, "(") && tokens.Is(end - 1, ")") && end - 1 > open + 1;
        var settings = isBlock ? Settings(tokens, open + 1, end - 1) : "";
        return isBlock ? Instead(tokens, index, $"pool {tokens.Text(head + 1)} {{ {settings} }}") : null;
    }

    // `cpu_weight = 50, cache = 20%`: the marks go, but for the comma inside one setting.
    private static string Settings(RawTokens tokens, int first, int last)
    {
        var text = new StringBuilder();
        for (var place = first; place < last; place++)
        {
            var isComma = tokens.Is(place, ",") && !tokens.IsAny(place + 1, "at", "exclusive");
            var isMark = isComma || tokens.Text(place) is "=" or ":";
            var isApart = place > first && !tokens.Touches(place - 1);
            var word = tokens.IsText(place) ? tokens.Text(place)[1..^1] : tokens.Text(place).Replace('_', ' ');
            text.Append(isMark || isApart ? " " : "").Append(isMark ? "" : word);
        }

        return string.Join(' ', text.ToString().Split(' ', StringSplitOptions.RemoveEmptyEntries));
    }

    private static (Correction Correction, int Next)? Class(RawTokens tokens, int index, int head, int end)
    {
        var pool = head + 2;
        while (tokens.IsAny(pool, "using", "to", "in", "into", "on", "with", "for", "pool"))
        {
            pool++;
        }

        var isClass =
            pool > head + 2 && tokens.IsWord(pool) && end > pool + 2 && tokens.IsAny(pool + 1, "where", "when", "if");
        var asked = isClass ? tokens.Slice(pool + 2, end) : "";
        var meant = $"class {tokens.Text(head + 1)} -> {tokens.Text(pool)} when {asked}";
        return isClass ? Instead(tokens, index, meant) : null;
    }

    private static (Correction Correction, int Next) Instead(RawTokens tokens, int index, string meant)
    {
        var (start, end, shown) = (tokens.Start(index), tokens.End(tokens.Count - 1), Repairing.TokenText.Clip(meant));
        return (
            new Correction(
                "RG1001",
                start,
                tokens.End(index),
                $"A policy is not written in SQL: write `{shown}`.",
                [new Replacement(start, end, meant)]
            )
            {
                Fix = $"Write `{shown}`",
                IsSafe = false,
            },
            tokens.Count
        );
    }
}
