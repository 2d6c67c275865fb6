namespace RgPolicy.Language.Syntax;

/// <summary><c>state NAME when CONDITION [for T] [until LEAVE [for T]]</c></summary>
internal sealed record StateSyntax(
    TokenSlice Tokens,
    NameSyntax Name,
    ConditionSyntax When,
    ExpressionSyntax? EnterAfter,
    LeaveSyntax? Until,
    ExpressionSyntax? LeaveAfter
) : StatementSyntax(Tokens);
