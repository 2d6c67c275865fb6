using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Comments of other languages: <c>-- because</c>, <c># because</c>, <c>; because</c>.</summary>
internal static class CommentRule
{
    public static IEnumerable<Correction> Find(StatementText statement)
    {
        for (var place = statement.Place; place >= Math.Max(0, statement.Place - 2); place--)
        {
            if (At(statement, place) is var (found, _))
            {
                yield return found;
            }
        }
    }

    private static (Correction Correction, int Next)? At(StatementText statement, int place)
    {
        var mark = statement.At(place).Text;
        var length =
            mark == "-" && statement.Type(place + 1) == RgPolicyLexer.MINUS && statement.Touches(place + 1) ? 2
            : statement.Type(place) == RgPolicyLexer.UNKNOWN && mark == "#" ? 1
            : mark == ";" && statement.IsFirstOnLine(place) ? 1
            : 0;
        if (length == 0)
        {
            return null;
        }

        var next = place + length;
        while (next < statement.Tokens.Length && !statement.IsFirstOnLine(next))
        {
            next++;
        }

        return (Comment(statement, place, length), next);
    }

    private static Correction Comment(StatementText statement, int place, int length)
    {
        var (start, end) = (statement.Start(place), statement.End(place + length));
        var mark = statement.Content[start..end];
        return new Correction(
            length == 2 ? "RG1005" : "RG1004",
            start,
            end,
            $"`{mark}` has no meaning here: comments begin with `//`.",
            [new Replacement(start, end, "//")]
        )
        {
            Fix = "Write `//`",
            Gain = 0,
            Elsewhere = At,
        };
    }
}
