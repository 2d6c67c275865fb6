using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Parts of a statement in another order: <c>cancel when ...</c>, <c>state s for 30 s when ...</c>, <c>class a when ... -&gt; q</c>.</summary>
internal sealed class OrderRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) => tokens.Type(0) switch
    {
        RgPolicyLexer.RULE => ActionFirst(tokens, index),
        RgPolicyLexer.STATE => TimeFirst(tokens, index),
        RgPolicyLexer.CLASS => PoolLast(tokens, index),
        _ => null,
    };

    private static (Correction Correction, int Next)? ActionFirst(RawTokens tokens, int index)
    {
        var isFirst = tokens.Type(index - 1) == RgPolicyLexer.LEFT_BRACE || (index > 4 && tokens.IsFirstOnLine(index));
        var isAction = isFirst && tokens.Text(index) is "cancel" or "log" or "notify" or "deprioritize" or "limit" or "move" or "shrink" or "quarantine";
        var when = index + 1;
        while (isAction && when < tokens.Count && !tokens.IsAny(when, "when", "if", "then", "unless") && tokens.Type(when) != RgPolicyLexer.RIGHT_BRACE)
        {
            when++;
        }

        if (!isAction || !tokens.IsAny(when, "when", "if"))
        {
            return null;
        }

        var end = when + 1;
        while (end < tokens.Count && tokens.Type(end) != RgPolicyLexer.RIGHT_BRACE && !tokens.IsFirstOnLine(end) && !tokens.Is(end, "unless"))
        {
            end++;
        }

        return Instead(tokens, index, end, $"when {tokens.Slice(when + 1, end)} then {tokens.Slice(index, when)}", "The condition stands first");
    }

    private static (Correction Correction, int Next)? TimeFirst(RawTokens tokens, int index)
    {
        var isFor = index == 2 && tokens.Is(index, "for") && tokens.IsNumber(index + 1);
        var when = isFor ? tokens.ConstantEnd(index + 1) : -1;
        var end = when + 1;
        while (end < tokens.Count && !tokens.Is(end, "until"))
        {
            end++;
        }

        return tokens.IsAny(when, "when", "if") ? Instead(tokens, index, end, $"{tokens.Slice(when, end)} {tokens.Slice(index, when)}", "The time stands behind the condition") : null;
    }

    private static (Correction Correction, int Next)? PoolLast(RawTokens tokens, int index)
    {
        var arrow = tokens.Count - 2;
        var isLast = index == 2 && tokens.IsAny(index, "when", "if", "where") && arrow > index + 1 && tokens.Type(arrow) == RgPolicyLexer.ARROW && tokens.IsWord(arrow + 1);
        return isLast ? Instead(tokens, index, tokens.Count, $"{tokens.Slice(arrow, tokens.Count)} {tokens.Slice(index, arrow)}", "The pool stands before the condition") : null;
    }

    private static (Correction Correction, int Next) Instead(RawTokens tokens, int index, int next, string meant, string why)
    {
        var (start, end) = (tokens.Start(index), tokens.End(next - 1));
        return (new Correction("RG1001", start, end, $"{why}: write `{meant}`.", [new Replacement(start, end, meant)]) { Fix = $"Write `{Mending.TokenText.Clip(meant)}`" }, next);
    }
}
