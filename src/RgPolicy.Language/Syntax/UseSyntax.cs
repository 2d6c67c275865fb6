namespace RgPolicy.Language.Syntax;

/// <summary><c>use "NAME.rgp"</c></summary>
internal sealed record UseSyntax(TokenSlice Tokens, SyntaxToken Path) : StatementSyntax(Tokens);
