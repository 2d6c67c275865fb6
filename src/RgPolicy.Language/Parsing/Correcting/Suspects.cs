using Antlr4.Runtime;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>Tokens that fit the grammar and cannot be meant: the signs of <c>scan -- a comment</c>, the commas of
/// <c>in (1,000, 2,500)</c>.</summary>
internal static class Suspects
{
    private const int GroupLength = 3;

    public static IEnumerable<CommonToken> In(IReadOnlyList<CommonToken> tokens)
    {
        var hasGroups = tokens.Where((_, at) => IsGroupMark(tokens, at) && tokens[at + 1].Text[0] == '0').Any();
        return tokens.Where((_, at) => IsComment(tokens, at) || (hasGroups && IsGroupMark(tokens, at))).ToList();
    }

    // `4 --5` is a number with two signs, `-- >` an arrow.
    private static bool IsComment(IReadOnlyList<CommonToken> tokens, int at) =>
        Type(tokens, at) == RgPolicyLexer.MINUS
        && Type(tokens, at + 1) == RgPolicyLexer.MINUS
        && Touches(tokens, at + 1)
        && !Touches(tokens, at)
        && !Touches(tokens, at + 2)
        && Type(tokens, at + 2) != RgPolicyLexer.GREATER;

    // No number begins with a zero: with one such group, who wrote the text groups digits so.
    private static bool IsGroupMark(IReadOnlyList<CommonToken> tokens, int at) =>
        Type(tokens, at) == RgPolicyLexer.COMMA
        && Type(tokens, at - 1) == RgPolicyLexer.INTEGER
        && Type(tokens, at + 1) == RgPolicyLexer.INTEGER
        && tokens[at - 1].Text.Length <= GroupLength
        && tokens[at + 1].Text.Length == GroupLength
        && Touches(tokens, at)
        && Touches(tokens, at + 1);

    private static int Type(IReadOnlyList<CommonToken> tokens, int at) =>
        at >= 0 && at < tokens.Count ? tokens[at].Type : TokenConstants.EOF;

    private static bool Touches(IReadOnlyList<CommonToken> tokens, int at) =>
        at > 0 && at < tokens.Count && tokens[at - 1].StopIndex + 1 == tokens[at].StartIndex;
}
