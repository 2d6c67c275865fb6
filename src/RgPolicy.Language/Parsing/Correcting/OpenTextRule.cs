using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>A text that is not closed and so takes in the braces and parentheses at the end of its line: <c>test "a {</c>, <c>in ('a', 'b)</c>.</summary>
internal sealed class OpenTextRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var text = tokens.Type(index) == RgPolicyLexer.OPEN_STRING ? tokens.Text(index) : "";
        var inner = text.TrimEnd(' ', '\t', '{', '}', ')', ',');
        var isSwallowed = inner.Length > 1 && text[inner.Length..].AsSpan().IndexOfAny("{})") >= 0 && inner[^1] is not ('\'' or '"');
        var (start, close) = isSwallowed ? (tokens.Start(index), tokens.Start(index) + inner.Length) : (0, 0);
        return isSwallowed
            ? (new Correction("RG1002", start, close, $"This text is not closed: put `{text[0]}` behind it. A text has no line breaks.", [new Replacement(close, close, text[..1])])
            {
                Fix = "Close the text",
                IsSafe = false,
            }, index + 1)
            : null;
    }
}
