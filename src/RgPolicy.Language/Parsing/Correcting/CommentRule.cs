using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Comments of SQL: <c>-- because</c>.</summary>
internal sealed class CommentRule : ICorrectionRule
{
    public (Correction Correction, int Next)? Find(RawTokens tokens, int index)
    {
        var isPair = tokens.Type(index) == RgPolicyLexer.MINUS && tokens.Type(index + 1) == RgPolicyLexer.MINUS && tokens.Touches(index);
        if (!isPair || !BeginsComment(tokens.Content, tokens.Start(index)))
        {
            return null;
        }

        var (start, end) = (tokens.Start(index), tokens.End(index + 1));
        return (new Correction("RG1005", start, end, "`--` has no meaning here: comments begin with `//`.", [new Replacement(start, end, "//")])
        {
            Fix = "Write `//`",
        }, CharacterRule.BehindLine(tokens, index));
    }

    // `4 --5` is a number with two signs.
    private static bool BeginsComment(string content, int start)
    {
        var isApart = start == 0 || char.IsWhiteSpace(content[start - 1]);
        var rest = content.AsSpan(start + 2).TrimStart(" \t-");
        return isApart && (rest.IsEmpty || !(char.IsAsciiDigit(rest[0]) || rest[0] == '('));
    }
}
