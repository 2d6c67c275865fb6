using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>What stands between a class and its pool instead of the arrow, or beside it: <c>--&gt;</c>, <c>to</c>,
/// <c>:</c>, <c>-&gt; pool</c>.</summary>
internal sealed class ArrowRule : ICorrectionRule
{
    private const int MostBetween = 3;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var isBehindName =
            tokens.Type(index - 2) == RgPolicyLexer.CLASS
            && tokens.IsFirstOnLine(index - 2)
            && tokens.IsWord(index - 1);
        var isBehindDefault = tokens.Type(index - 1) == RgPolicyLexer.DEFAULT && tokens.IsFirstOnLine(index - 1);
        return tokens.IsFirstOnLine(index)
                ? Named(tokens, index) ?? Rest(tokens, index) ?? Default(tokens, index) ?? Classless(tokens, index)
            : isBehindName || isBehindDefault ? Between(tokens, index)
            : null;
    }

    private static (Correction Correction, int Next)? Between(RawTokens tokens, int index)
    {
        var pool = Enumerable
            .Range(index, MostBetween + 1)
            .FirstOrDefault(place => place > index && tokens.IsWord(place) && IsBehindPool(tokens, place + 1), -1);
        var words = pool < 0 ? 0 : Enumerable.Range(index, pool - index).Count(tokens.IsWord);
        var isPlain = pool == index + 1 && tokens.Type(index) == RgPolicyLexer.ARROW;
        var areNoise = words > 1 && Enumerable.Range(index, pool - index).All(place => IsNoise(tokens, place));
        if (
            pool < 0
            || isPlain
            || (words > 1 && !areNoise)
            || (words == 1 && !IsNoise(tokens, pool - 1))
            || (words == 1 && pool > index + 1 && tokens.Type(index) != RgPolicyLexer.ARROW)
        )
        {
            return null;
        }

        var (start, end, found) = (tokens.Start(index), tokens.End(pool - 1), tokens.Slice(index, pool));
        var hasArrow = tokens.Type(index) == RgPolicyLexer.ARROW;
        var message = hasArrow
            ? $"A pool's name alone stands behind `->`: leave out `{tokens.Slice(index + 1, pool)}`."
            : $"Write `->` instead of `{found}`.";
        return (
            new Correction(
                hasArrow || found.Length == 1 ? "RG1001" : "RG1005",
                start,
                end,
                message,
                [new Replacement(start, end, Blank(tokens, start) + "->")]
            )
            {
                Fix = "Write `->`",
            },
            pool
        );
    }

    // `class a to q when`: a word between two names; `class my class q` is another mistake.
    private static bool IsNoise(RawTokens tokens, int index) =>
        tokens.IsAny(
            index,
            "to",
            "in",
            "into",
            "uses",
            "use",
            "using",
            "gets",
            "goes",
            "runs",
            "on",
            "pool",
            "is",
            "maps",
            "by",
            "with",
            "as"
        );

    private static bool IsBehindPool(RawTokens tokens, int index) =>
        index >= tokens.Count
        || tokens.IsAny(index, "when", "where", "if")
        || (index > 1 && tokens.IsFirstOnLine(index));

    private static string Blank(RawTokens tokens, int start) => char.IsWhiteSpace(tokens.Content[start - 1]) ? "" : " ";

    // `default rest -> p`
    private static (Correction Correction, int Next)? Named(RawTokens tokens, int index)
    {
        var isNamed =
            tokens.Type(index) == RgPolicyLexer.DEFAULT
            && tokens.IsWord(index + 1)
            && tokens.Type(index + 2) == RgPolicyLexer.ARROW;
        var (start, end) = (tokens.End(index), isNamed ? tokens.End(index + 1) : 0);
        return isNamed
            ? (
                new Correction(
                    "RG1001",
                    tokens.Start(index + 1),
                    end,
                    $"The class `default` has no other name: leave out `{tokens.Text(index + 1)}`.",
                    [new Replacement(start, end, "")]
                )
                {
                    Fix = "Remove it",
                },
                index + 2
            )
            : null;
    }

    // `class * -> p`, `class others -> p`
    private static (Correction Correction, int Next)? Rest(RawTokens tokens, int index)
    {
        var isRest =
            tokens.Type(index) == RgPolicyLexer.CLASS
            && tokens.Type(index + 2) == RgPolicyLexer.ARROW
            && tokens.IsWord(index + 3)
            && !tokens.IsAny(index + 4, "when")
            && tokens.IsAny(
                index + 1,
                "*",
                "_",
                "all",
                "any",
                "others",
                "other",
                "rest",
                "else",
                "otherwise",
                "everything",
                "remaining"
            );
        var (start, end) = (tokens.Start(index), isRest ? tokens.End(index + 1) : 0);
        return isRest
            ? (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    $"The class of all other queries is `default`: write `default -> {tokens.Text(index + 3)}`.",
                    [new Replacement(start, end, "default")]
                )
                {
                    Fix = "Write `default`",
                },
                index + 4
            )
            : null;
    }

    // `class default -> p`
    private static (Correction Correction, int Next)? Default(RawTokens tokens, int index)
    {
        var isDefault =
            index == 0
            && tokens.Type(0) == RgPolicyLexer.CLASS
            && tokens.Type(1) == RgPolicyLexer.DEFAULT
            && tokens.Type(2) == RgPolicyLexer.ARROW
            && tokens.Count == 4;
        var start = isDefault ? tokens.Start(0) : 0;
        return isDefault
            ? (
                new Correction(
                    "RG1001",
                    start,
                    tokens.End(0),
                    "The last class is `default` alone: leave out `class`.",
                    [new Replacement(start, tokens.Start(1), "")]
                )
                {
                    Fix = "Remove `class`",
                },
                3
            )
            : null;
    }

    // `a -> q when ...`
    private static (Correction Correction, int Next)? Classless(RawTokens tokens, int index)
    {
        var isClass =
            tokens.Type(index) == RgPolicyLexer.IDENTIFIER
            && tokens.Type(index + 1) == RgPolicyLexer.ARROW
            && tokens.IsWord(index + 2)
            && tokens.IsAny(index + 3, "when");
        var start = tokens.Start(index);
        return isClass
            ? (
                new Correction(
                    "RG1001",
                    start,
                    tokens.End(index),
                    $"Expected `class` before `{tokens.Text(index)}`.",
                    [new Replacement(start, start, "class ")]
                )
                {
                    Fix = "Write `class`",
                },
                index + 1
            )
            : null;
    }
}
