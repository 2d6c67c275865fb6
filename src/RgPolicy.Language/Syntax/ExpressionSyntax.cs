namespace RgPolicy.Language.Syntax;

internal abstract record ExpressionSyntax(TokenSlice Tokens) : SyntaxNode(Tokens)
{
    /// <summary>Operands with <c>+</c> and <c>-</c>, or with <c>*</c> and <c>/</c>, between them.</summary>
    internal sealed record Chain(
        TokenSlice Tokens,
        ImmutableArray<ExpressionSyntax> Operands,
        ImmutableArray<SyntaxToken> Symbols
    ) : ExpressionSyntax(Tokens);

    /// <summary>One or more <c>-</c> before an operand.</summary>
    internal sealed record Negative(TokenSlice Tokens, int Signs, ExpressionSyntax Operand) : ExpressionSyntax(Tokens);

    internal sealed record Quantity(TokenSlice Tokens, SyntaxToken Number, SyntaxToken? Unit)
        : ExpressionSyntax(Tokens);

    /// <summary><c>15.4.1</c></summary>
    internal sealed record Version(TokenSlice Tokens, SyntaxToken Number) : ExpressionSyntax(Tokens);

    /// <summary>A text, with or without <c>exactly</c>.</summary>
    internal sealed record Literal(TokenSlice Tokens, SyntaxToken Quoted, bool IsExact) : ExpressionSyntax(Tokens);

    /// <summary>The name of a constant, or of a host fact.</summary>
    internal sealed record Reference(TokenSlice Tokens, bool IsDotted) : ExpressionSyntax(Tokens);

    internal sealed record Group(TokenSlice Tokens, ExpressionSyntax Inner) : ExpressionSyntax(Tokens);
}
