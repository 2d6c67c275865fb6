namespace RgPolicy.Language.Syntax;

/// <summary>A signal's full name.</summary>
internal sealed record SignalSyntax(TokenSlice Tokens) : SyntaxNode(Tokens);
