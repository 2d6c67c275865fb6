namespace RgPolicy.Language.Syntax;

/// <summary>A setting of a block, with or without <c>require</c>.</summary>
internal sealed record SettingSyntax(TokenSlice Tokens, bool IsRequired, SettingBodySyntax Body) : SyntaxNode(Tokens);
