using System.Collections.Immutable;
using Antlr4.Runtime;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Parsing;

/// <summary>Makes the tokens of the syntax tree from those of the parser; both have the same indexes.</summary>
internal static class SyntaxTokens
{
    /// <summary>All tokens with the trivia before each, and the end.</summary>
    public static ImmutableArray<SyntaxToken> Of(string content, ImmutableArray<IToken> tokens)
    {
        var made = ImmutableArray.CreateBuilder<SyntaxToken>(tokens.Length + 1);
        var end = 0;
        foreach (var token in tokens)
        {
            var trivia = TriviaScanner.Scan(content, end, token.StartIndex);
            end = token.StopIndex + 1;
            made.Add(new SyntaxToken(KindOf(token.Type), token.Text, token.StartIndex, end, made.Count, trivia));
        }

        var last = TriviaScanner.Scan(content, end, content.Length);
        made.Add(new SyntaxToken(TokenKind.End, "", content.Length, content.Length, made.Count, last));
        return made.MoveToImmutable();
    }

    private static TokenKind KindOf(int type) => type switch
    {
        RgPolicyLexer.INTEGER => TokenKind.Integer,
        RgPolicyLexer.DECIMAL => TokenKind.Decimal,
        RgPolicyLexer.VERSION => TokenKind.Version,
        RgPolicyLexer.CLOCK => TokenKind.Clock,
        RgPolicyLexer.STRING => TokenKind.Text,
        RgPolicyLexer.UNIT => TokenKind.Unit,
        >= RgPolicyLexer.LEFT_BRACE and <= RgPolicyLexer.FOREIGN_NOT => TokenKind.Mark,
        _ => TokenKind.Word,
    };
}
