using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>A text that is not closed and so takes in the braces and parentheses at the end of its line: <c>test "a
/// {</c>, <c>in ('a', 'b)</c>.</summary>
internal sealed class OpenTextRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index) =>
        Inner(tokens, index) ?? Swallowed(tokens, index);

    // `'o'brien'`: a text, letters, and what begins with the last quote.
    private static (Correction Correction, int Next)? Inner(RawTokens tokens, int index)
    {
        var isInner =
            tokens.IsText(index)
            && tokens.Touches(index)
            && tokens.IsWord(index + 1)
            && tokens.Touches(index + 1)
            && tokens.Type(index + 2) == RgPolicyLexer.OPEN_STRING
            && tokens.Text(index + 2)[0] == tokens.Text(index)[0];
        var quote = tokens.Text(index) is { Length: > 0 } text ? text[..1] : "";
        var (start, end) = (tokens.Start(index), isInner ? tokens.Start(index + 2) + 1 : 0);
        return isInner
            ? (
                new Correction(
                    "RG1001",
                    start,
                    end,
                    "A quote within a text is doubled: write "
                        + $"`{tokens.Text(index)}{quote}{tokens.Text(index + 1)}{quote}`.",
                    [new Replacement(tokens.End(index), tokens.End(index), quote)]
                )
                {
                    Fix = "Double the quote",
                },
                index + 3
            )
            : null;
    }

    private static (Correction Correction, int Next)? Swallowed(RawTokens tokens, int index)
    {
        var text = tokens.Type(index) == RgPolicyLexer.OPEN_STRING ? tokens.Text(index) : "";
        var inner = text.TrimEnd(' ', '\t', '{', '}', ')', ',');
        var isSwallowed =
            inner.Length > 1 && text[inner.Length..].AsSpan().IndexOfAny("{})") >= 0 && inner[^1] is not ('\'' or '"');
        var (start, close) = isSwallowed ? (tokens.Start(index), tokens.Start(index) + inner.Length) : (0, 0);
        return isSwallowed
            ? (
                new Correction(
                    "RG1002",
                    start,
                    close,
                    $"This text is not closed: put `{text[0]}` behind it. A text has no line breaks.",
                    [new Replacement(close, close, text[..1])]
                )
                {
                    Fix = "Close the text",
                    IsSafe = false,
                },
                index + 1
            )
            : null;
    }
}
