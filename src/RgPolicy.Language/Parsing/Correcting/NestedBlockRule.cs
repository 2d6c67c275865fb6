using System.Collections.Immutable;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Blocks and list items inside a pool, where only settings stand: <c>limits { cpu cap 20% }</c>, <c>cpu {
/// weight 5 }</c>, <c>- cache 20%</c>.</summary>
internal sealed class NestedBlockRule : ICorrectionRule
{
    private const int MostInside = 60;

    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.Type(0) != RgPolicyLexer.POOL || !tokens.IsInBraces(index)
            ? null
            : Block(tokens, index) ?? Item(tokens, index);

    private static (Correction Correction, int Next)? Block(RawTokens tokens, int index)
    {
        var mark = tokens.Text(index + 1) is ":" or "=" ? 1 : 0;
        var open = index + 1 + mark;
        var close = open + 1;
        while (close < tokens.Count && close < open + MostInside && tokens.Text(close) is not ("}" or "{"))
        {
            close++;
        }

        if (!tokens.IsWord(index) || !tokens.Is(open, "{") || !tokens.Is(close, "}") || tokens.Type(close + 1) == -1)
        {
            return null;
        }

        var name = tokens.Text(index);
        var isFamily = name is "cpu" or "memory" or "io";
        var edits = ImmutableArray.CreateBuilder<Replacement>();
        edits.Add(new Replacement(tokens.Start(index), tokens.End(open), ""));
        for (var place = open + 1; place < close; place++)
        {
            if (
                isFamily
                && Expectations.IsSettingWord(tokens.Type(place))
                && !Expectations.IsSettingWord(tokens.Type(place - 1))
            )
            {
                edits.Add(new Replacement(tokens.Start(place), tokens.Start(place), name + " "));
            }
        }

        edits.Add(new Replacement(tokens.Start(close), tokens.End(close), ""));
        var (start, end) = (tokens.Start(index), tokens.End(open));
        var advice =
            isFamily && open + 1 < close
                ? $"write `{name} {tokens.Slice(open + 1, Math.Min(close, open + 3))}`"
                : "write the settings right into the pool's braces";
        return (
            new Correction(
                "RG1001",
                start,
                end,
                $"A pool has no blocks such as `{name} {{ ... }}`: {advice}.",
                edits.ToImmutable()
            )
            {
                Fix = "Remove the inner braces",
                IsSafe = isFamily,
            },
            close + 1
        );
    }

    // `- cache 20%` on a line of its own
    private static (Correction Correction, int Next)? Item(RawTokens tokens, int index)
    {
        var isItem = tokens.Text(index) is "-" or "*" && tokens.IsFirstOnLine(index) && tokens.IsWord(index + 1);
        var (start, end) = (tokens.Start(index), tokens.Start(index + (isItem ? 1 : 0)));
        return isItem
            ? (
                new Correction(
                    "RG1001",
                    start,
                    tokens.End(index),
                    $"Settings stand without `{tokens.Text(index)}`: leave it out.",
                    [new Replacement(start, end, "")]
                )
                {
                    Fix = "Remove it",
                },
                index + 1
            )
            : null;
    }
}
