namespace RgPolicy.Language.Syntax;

/// <summary><c>4..15</c>, or one core.</summary>
internal sealed record CoreRangeSyntax(TokenSlice Tokens, SyntaxToken First, SyntaxToken? Last) : SyntaxNode(Tokens);
