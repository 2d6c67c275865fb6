namespace RgPolicy.Language.Syntax;

/// <summary>What is asked about a signal.</summary>
internal abstract record QuestionSyntax(TokenSlice Tokens) : SyntaxNode(Tokens)
{
    /// <summary><c>= EXPRESSION</c></summary>
    internal sealed record Compare(TokenSlice Tokens, SyntaxToken Operator, ExpressionSyntax Value)
        : QuestionSyntax(Tokens);

    /// <summary><c>[not] in (...)</c></summary>
    internal sealed record In(TokenSlice Tokens, bool IsNegated, ImmutableArray<ExpressionSyntax> Values)
        : QuestionSyntax(Tokens);

    /// <summary><c>[not] between LOW and HIGH</c></summary>
    internal sealed record Between(TokenSlice Tokens, bool IsNegated, ExpressionSyntax Low, ExpressionSyntax High)
        : QuestionSyntax(Tokens);

    /// <summary><c>[not] like PATTERN [escape 'C']</c></summary>
    internal sealed record Like(TokenSlice Tokens, bool IsNegated, ExpressionSyntax Pattern, SyntaxToken? Escape)
        : QuestionSyntax(Tokens);

    /// <summary><c>is [not] known</c></summary>
    internal sealed record Known(TokenSlice Tokens, bool IsNegated) : QuestionSyntax(Tokens);

    /// <summary><c>contains TEXT</c> or <c>contains any (...)</c></summary>
    internal sealed record Contains(TokenSlice Tokens, ImmutableArray<ExpressionSyntax> Values)
        : QuestionSyntax(Tokens);
}
