using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Parts of a setting by other words: <c>cache 10%, atleast 2 ways</c>, <c>cache 10%, exlusive</c>, <c>cores
/// same as q</c>.</summary>
internal sealed class SettingPartRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        if (tokens.Type(0) is not (RgPolicyLexer.POOL or RgPolicyLexer.IN or RgPolicyLexer.RULE))
        {
            return null;
        }

        if (tokens.Type(index - 1) == RgPolicyLexer.COMMA && IsOfCache(tokens, index - 1))
        {
            return Cache(tokens, index);
        }

        if (tokens.Type(index - 1) == RgPolicyLexer.EXCLUSIVE)
        {
            return Exclusive(tokens, index);
        }

        if (tokens.Type(index - 1) == RgPolicyLexer.CORES)
        {
            return Cores(tokens, index);
        }

        return null;
    }

    // `exclusive true`, `exclusive = yes`
    private static (Correction Correction, int Next)? Exclusive(RawTokens tokens, int index)
    {
        var value = tokens.Text(index) is "=" or ":" ? index + 1 : index;
        var (start, end) = (tokens.Start(index), tokens.End(Math.Min(value, tokens.Count - 1)));
        return tokens.IsAny(value, "true", "yes", "on")
            ? (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    $"`exclusive` stands alone: leave out `{tokens.Slice(index, value + 1)}`.",
                    [new Replacement(tokens.End(index - 1), end, "")]
                )
                {
                    Fix = "Remove it",
                },
                value + 1
            )
            : null;
    }

    private static bool IsOfCache(RawTokens tokens, int comma) =>
        tokens.Text(comma - 1) is "%" or "ways"
        && tokens.IsNumber(comma - 2)
        && tokens.Type(comma - 3) == RgPolicyLexer.CACHE;

    private static (Correction Correction, int Next)? Cache(RawTokens tokens, int index)
    {
        var of = tokens.Is(index + 1, "of") ? 2 : 1;
        var isLeast =
            tokens.IsNumber(index + of)
            && tokens.IsAny(index, "atleast", "at_least", "min", "minimum", "least", "floor");
        var isSlip =
            tokens.Type(index) == RgPolicyLexer.IDENTIFIER
            && NameSuggestion.Find(tokens.Text(index), ["exclusive"]) is not null;
        return isLeast ? Instead(tokens, index, index + of, "at least", isSafe: true)
            : isSlip ? Instead(tokens, index, index + 1, "exclusive", isSafe: false)
            : null;
    }

    private static (Correction Correction, int Next)? Cores(RawTokens tokens, int index)
    {
        var isPool =
            tokens.Is(index, "like")
            && tokens.Is(index + 1, "pool")
            && tokens.IsWord(index + 2)
            && !tokens.Is(index + 2, "}");
        if (isPool)
        {
            var (start, end) = (tokens.End(index), tokens.End(index + 1));
            return (
                new Correction(
                    "RG1001",
                    tokens.Start(index + 1),
                    end,
                    "Behind `like` stands a pool's name alone: leave out `pool`.",
                    [new Replacement(start, end, "")]
                )
                {
                    Fix = "Remove `pool`",
                },
                index + 2
            );
        }

        var node = tokens.IsNumber(index + 1)
            ? tokens.Text(index).ToUpperInvariant() switch
            {
                "SOCKETS" or "SOCKET:" or "PACKAGE" or "CPU" => "socket",
                "NODE" or "NODES" or "NUMANODE" or "NUMA_NODE" => "numa",
                _ => null,
            }
            : null;
        if (node is not null)
        {
            return Instead(tokens, index, index + 1, node, isSafe: false);
        }

        var mark = tokens.IsAny(index, "from", "between") && tokens.IsNumber(index + 1) ? index + 2 : -1;
        if (mark > 0 && tokens.IsAny(mark, "to", "and", "-", "until", "..") && tokens.IsNumber(mark + 1))
        {
            return
                Instead(tokens, index, mark + 2, $"{tokens.Text(mark - 1)}..{tokens.Text(mark + 1)}", isSafe: true)
                    is var (correction, next)
                ? (
                    correction with
                    {
                        Message =
                            "A range of cores is written with `..`: write `cores "
                            + $"{tokens.Text(mark - 1)}..{tokens.Text(mark + 1)}`.",
                    },
                    next
                )
                : null;
        }

        var isLike = tokens.IsAny(index, "same") && tokens.IsAny(index + 1, "as") && tokens.IsWord(index + 2);
        return isLike ? Instead(tokens, index, index + 2, "like", isSafe: true) : null;
    }

    private static (Correction Correction, int Next) Instead(
        RawTokens tokens,
        int index,
        int next,
        string meant,
        bool isSafe
    )
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (
            new Correction(
                "RG1001",
                start,
                end,
                $"Write `{meant}` instead of `{tokens.Slice(index, next)}`.",
                [new Replacement(start, end, meant)]
            )
            {
                Fix = $"Write `{meant}`",
                IsSafe = isSafe,
            },
            next
        );
    }
}
