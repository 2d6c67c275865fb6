using Antlr4.Runtime;
using RgPolicy.Language.Parsing.Generated;

namespace RgPolicy.Language.Parsing.Correcting;

/// <summary>What fits the grammar and was meant as something else all the same: <c>scan -- a comment</c>, <c>in (1,000,
/// 2,000)</c>, <c>= True</c>.</summary>
internal static class Suspects
{
    /// <summary>True for a token that needs a look at what it stands for.</summary>
    public static bool Is(string content, IReadOnlyList<IToken> tokens, int place) =>
        tokens[place].Type switch
        {
            RgPolicyLexer.UNKNOWN => true,
            RgPolicyLexer.MINUS => place + 1 < tokens.Count
                && tokens[place + 1].Type == RgPolicyLexer.MINUS
                && tokens[place].StopIndex + 1 == tokens[place + 1].StartIndex
                && CommentRule.IsSure(content, tokens[place].StartIndex),
            RgPolicyLexer.IDENTIFIER => tokens[place].StopIndex - tokens[place].StartIndex is 3 or 4
                && tokens[place].Text is "True" or "TRUE" or "False" or "FALSE",
            RgPolicyLexer.COMMA => DigitGroupRule.IsSure(tokens, place),
            _ => false,
        };
}
