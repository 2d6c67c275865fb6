namespace RgPolicy.Language.Syntax;

/// <summary>What ends a state.</summary>
internal abstract record LeaveSyntax(TokenSlice Tokens) : SyntaxNode(Tokens)
{
    /// <summary><c>&lt; 40%</c>, about the signal that the state asks.</summary>
    internal sealed record Value(TokenSlice Tokens, SyntaxToken Operator, ExpressionSyntax Limit) : LeaveSyntax(Tokens);

    /// <summary>A whole condition.</summary>
    internal sealed record Full(TokenSlice Tokens, ConditionSyntax Condition) : LeaveSyntax(Tokens);
}
