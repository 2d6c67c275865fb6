namespace RgPolicy.Language.Syntax;

/// <summary><c>mon..fri</c>, or one day.</summary>
internal sealed record DayRangeSyntax(TokenSlice Tokens, NameSyntax First, NameSyntax? Last) : SyntaxNode(Tokens);
