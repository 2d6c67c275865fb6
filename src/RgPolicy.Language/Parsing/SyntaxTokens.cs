using System.Runtime.InteropServices;
using Antlr4.Runtime;
using RgPolicy.Language.Parsing.Generated;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Parsing;

/// <summary>
/// The tokens of the syntax tree, made from those of the parser; both have the same indexes. A token that a mistake is
/// fixed with takes the place of the wrong one before its statement is made.
/// </summary>
internal sealed class SyntaxTokens
{
    private readonly SyntaxToken[] _tokens;

    public SyntaxTokens(string content, ImmutableArray<IToken> tokens)
    {
        _tokens = new SyntaxToken[tokens.Length + 1];
        var end = 0;
        for (var index = 0; index < tokens.Length; index++)
        {
            var token = tokens[index];
            var trivia = TriviaScanner.Scan(content, end, token.StartIndex);
            end = token.StopIndex + 1;
            _tokens[index] = new SyntaxToken(KindOf(token.Type), token.Text, token.StartIndex, end, index, trivia);
        }

        var last = TriviaScanner.Scan(content, end, content.Length);
        _tokens[^1] = new SyntaxToken(TokenKind.End, "", content.Length, content.Length, tokens.Length, last);
        All = ImmutableCollectionsMarshal.AsImmutableArray(_tokens);
    }

    /// <summary>All tokens with the trivia before each, and the end.</summary>
    public ImmutableArray<SyntaxToken> All { get; }

    private static TokenKind KindOf(int type) =>
        type switch
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
