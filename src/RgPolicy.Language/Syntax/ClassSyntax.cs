namespace RgPolicy.Language.Syntax;

/// <summary><c>class NAME -&gt; POOL when CONDITION</c></summary>
internal sealed record ClassSyntax(TokenSlice Tokens, NameSyntax Name, NameSyntax Pool, ConditionSyntax Condition)
    : StatementSyntax(Tokens);
