namespace RgPolicy.Language.Syntax;

/// <summary>A column of what a table of cases expects: <c>class</c>, <c>pool</c>, <c>line</c> or
/// <c>rule NAME</c>.</summary>
internal sealed record CaseColumnSyntax(TokenSlice Tokens, NameSyntax? Rule) : SyntaxNode(Tokens)
{
    /// <summary>The first word.</summary>
    public SyntaxToken Word => Tokens.First;
}
