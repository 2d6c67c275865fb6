using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Parts of a setting by other words: <c>cache 10%, atleast 2 ways</c>, <c>cache 10%, exlusive</c>, <c>cores same as q</c>.</summary>
internal sealed class SettingPartRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        tokens.Type(0) is not (RgPolicyLexer.POOL or RgPolicyLexer.IN or RgPolicyLexer.RULE) ? null
        : tokens.Type(index - 1) == RgPolicyLexer.COMMA && IsOfCache(tokens, index - 1) ? Cache(tokens, index)
        : tokens.Type(index - 1) == RgPolicyLexer.EXCLUSIVE ? Exclusive(tokens, index)
        : tokens.Type(index - 1) == RgPolicyLexer.CORES ? Cores(tokens, index) : null;

    // `exclusive true`, `exclusive = yes`
    private static (Correction Correction, int Next)? Exclusive(RawTokens tokens, int index)
    {
        var value = tokens.Text(index) is "=" or ":" ? index + 1 : index;
        var (start, end) = (tokens.Start(index), tokens.End(Math.Min(value, tokens.Count - 1)));
        return tokens.IsAny(value, "true", "yes", "on")
            ? (new Correction("RG1001", start, end, $"`exclusive` stands alone: leave out `{tokens.Slice(index, value + 1)}`.", [new Replacement(tokens.End(index - 1), end, "")])
            {
                Fix = "Remove it",
            }, value + 1)
            : null;
    }

    private static bool IsOfCache(RawTokens tokens, int comma) =>
        tokens.Text(comma - 1) is "%" or "ways" && tokens.IsNumber(comma - 2) && tokens.Type(comma - 3) == RgPolicyLexer.CACHE;

    private static (Correction Correction, int Next)? Cache(RawTokens tokens, int index)
    {
        var isLeast = tokens.IsNumber(index + 1) && tokens.IsAny(index, "atleast", "at_least", "min", "minimum", "least", "floor");
        var isSlip = tokens.Type(index) == RgPolicyLexer.IDENTIFIER && NameSuggestion.Find(tokens.Text(index), ["exclusive"]) is not null;
        return isLeast ? Instead(tokens, index, index + 1, "at least", isSafe: true) : isSlip ? Instead(tokens, index, index + 1, "exclusive", isSafe: false) : null;
    }

    private static (Correction Correction, int Next)? Cores(RawTokens tokens, int index)
    {
        var isLike = tokens.IsAny(index, "same") && tokens.IsAny(index + 1, "as") && tokens.IsWord(index + 2);
        return isLike ? Instead(tokens, index, index + 2, "like", isSafe: true) : null;
    }

    private static (Correction Correction, int Next) Instead(RawTokens tokens, int index, int next, string meant, bool isSafe)
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (new Correction("RG1001", start, end, $"Write `{meant}` instead of `{tokens.Slice(index, next)}`.", [new Replacement(start, end, meant)])
        {
            Fix = $"Write `{meant}`",
            IsSafe = isSafe,
        }, next);
    }
}
