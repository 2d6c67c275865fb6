namespace RgPolicy.Language.Syntax;

/// <summary>One statement of a policy or of a test file.</summary>
internal abstract record StatementSyntax(TokenSlice Tokens) : SyntaxNode(Tokens);
