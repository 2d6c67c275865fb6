using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>A list without parentheses or with other ones: <c>in 'a', 'b'</c>, <c>in ['a', 'b']</c>.</summary>
internal sealed class ListRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var isAsked = tokens.IsAny(index, "in") && IsQuestion(tokens, index) || tokens.Is(index, "any") && tokens.Is(index - 1, "contains");
        if (!isAsked)
        {
            return null;
        }

        var open = index + 1;
        var isOpen = tokens.Text(open) is "[" or "{" or "<" && !tokens.IsText(open);
        var last = LastItem(tokens, isOpen ? open + 1 : open);
        if (tokens.Type(open) == RgPolicyLexer.LEFT_PAREN || last < 0)
        {
            return null;
        }

        var isClosed = isOpen && tokens.Text(last) is "]" or "}" or ">";
        return Parenthesized(tokens, index, isOpen ? open + 1 : open, last, isOpen ? 1 : 0, isClosed ? 1 : 0);
    }

    // A state's block begins with `in` too: behind a signal or `not` it is a question.
    private static bool IsQuestion(RawTokens tokens, int index) =>
        tokens.Type(index - 2) == RgPolicyLexer.DOT || tokens.IsAny(index - 1, "not") && index > 3;

    private static int LastItem(RawTokens tokens, int index)
    {
        var end = tokens.ConstantEnd(index);
        while (end > 0 && tokens.Type(end) == RgPolicyLexer.COMMA && tokens.ConstantEnd(end + 1) is var next && next > 0
            && tokens.Type(next) != RgPolicyLexer.DOT)
        {
            end = next;
        }

        return end;
    }

    private static (Correction Correction, int Next) Parenthesized(RawTokens tokens, int word, int first, int last, int opens, int closes)
    {
        var (start, end) = (tokens.Start(first - opens), tokens.End(last + closes - 1));
        var list = $"({tokens.Slice(first, last)})";
        return (new Correction("RG1001", start, end, $"A list stands in parentheses: write `{tokens.Text(word)} {list}`.",
        [
            new Replacement(tokens.Start(first - opens), opens > 0 ? tokens.End(first - opens) : tokens.Start(first), "("),
            new Replacement(closes > 0 ? tokens.Start(last) : tokens.End(last - 1), tokens.End(last + closes - 1), ")"),
        ]) { Fix = $"Write `{list}`" }, last + closes);
    }
}
