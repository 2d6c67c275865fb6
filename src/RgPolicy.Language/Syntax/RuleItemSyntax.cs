namespace RgPolicy.Language.Syntax;

/// <summary>A part of a rule.</summary>
internal abstract record RuleItemSyntax(TokenSlice Tokens) : SyntaxNode(Tokens)
{
    /// <summary><c>when CONDITION then ACTION</c></summary>
    internal sealed record Step(TokenSlice Tokens, ConditionSyntax When, ActionSyntax Then) : RuleItemSyntax(Tokens);

    /// <summary><c>unless CONDITION</c></summary>
    internal sealed record Unless(TokenSlice Tokens, ConditionSyntax Condition) : RuleItemSyntax(Tokens);
}
