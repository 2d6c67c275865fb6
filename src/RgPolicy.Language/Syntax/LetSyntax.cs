namespace RgPolicy.Language.Syntax;

/// <summary><c>let NAME = EXPRESSION</c></summary>
internal sealed record LetSyntax(TokenSlice Tokens, NameSyntax Name, ExpressionSyntax Value) : StatementSyntax(Tokens);
