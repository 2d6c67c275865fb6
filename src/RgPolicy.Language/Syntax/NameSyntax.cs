namespace RgPolicy.Language.Syntax;

/// <summary>A name where one is declared or used; also a word or number in a table of cases.</summary>
internal sealed record NameSyntax(TokenSlice Tokens) : SyntaxNode(Tokens);
