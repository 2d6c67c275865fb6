namespace RgPolicy.Language.Syntax;

/// <summary><c>language 1</c></summary>
internal sealed record LanguageSyntax(TokenSlice Tokens, SyntaxToken Version) : StatementSyntax(Tokens);
