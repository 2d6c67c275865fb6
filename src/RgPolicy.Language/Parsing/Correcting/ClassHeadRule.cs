using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>The head of a class: <c>class a, b -> q</c>, <c>class a -> p, q</c>, <c>class a -> q unless
/// plan.writes</c>.</summary>
internal sealed class ClassHeadRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        if (tokens.Type(0) == RgPolicyLexer.DEFAULT && index == 3)
        {
            return Others(tokens, index, "`default` goes to one pool: leave out `{0}`");
        }

        if (tokens.Type(0) == RgPolicyLexer.POOL && index == 2)
        {
            return Others(tokens, index, "A pool has one name: leave out `{0}`, and write a pool of its own for it");
        }

        if (tokens.Type(0) != RgPolicyLexer.CLASS)
        {
            return null;
        }

        if (index == 2)
        {
            return Others(tokens, index, "A class has one name: leave out `{0}`, and write a class of its own for it");
        }

        if (tokens.Type(index - 2) != RgPolicyLexer.ARROW)
        {
            return null;
        }

        return Others(tokens, index, "A class goes to one pool: leave out `{0}`") ?? Unless(tokens, index);
    }

    // `, b` or `and b` behind a name
    private static (Correction Correction, int Next)? Others(RawTokens tokens, int index, string advice)
    {
        var end = index;
        while (
            (
                tokens.Type(end) == RgPolicyLexer.COMMA
                || tokens.IsJoint(end)
                || tokens.Is(end, "+")
                || (index > 2 && tokens.Type(end) == RgPolicyLexer.ARROW)
            )
            && tokens.IsWord(end + 1)
            && !tokens.IsSignal(end + 1)
        )
        {
            end += 2;
        }

        var isFollowed =
            end > index
            && (
                tokens.Type(end) is RgPolicyLexer.ARROW or RgPolicyLexer.WHEN
                || tokens.Type(0) == RgPolicyLexer.DEFAULT
                || (tokens.Type(0) == RgPolicyLexer.POOL && tokens.Is(end, "{"))
            );
        var (start, last) = (tokens.Start(index), isFollowed ? tokens.End(end - 1) : 0);
        return isFollowed
            ? (
                new Correction(
                    "RG1001",
                    start,
                    last,
                    advice.Replace("{0}", tokens.Slice(index, end), StringComparison.Ordinal) + ".",
                    [new Replacement(start, last, "")]
                )
                {
                    Fix = "Remove it",
                    IsSafe = false,
                },
                end
            )
            : null;
    }

    private static (Correction Correction, int Next)? Unless(RawTokens tokens, int index)
    {
        if (tokens.Type(index) != RgPolicyLexer.UNLESS)
        {
            return null;
        }

        var (start, end, last) = (tokens.Start(index), tokens.End(index), tokens.End(tokens.Count - 1));
        return (
            new Correction(
                "RG1001",
                start,
                end,
                "A class asks with `when`: write `when not (...)`.",
                [new Replacement(start, end, "when not ("), new Replacement(last, last, ")")]
            )
            {
                Fix = "Write `when not (...)`",
            },
            index + 1
        );
    }
}
