using System.Collections.Immutable;

namespace RgPolicy.Language.Syntax;

/// <summary>A condition.</summary>
internal abstract record ConditionSyntax(TokenSlice Tokens) : SyntaxNode(Tokens)
{
    /// <summary>Two or more joined by <c>or</c>.</summary>
    internal sealed record Or(TokenSlice Tokens, ImmutableArray<ConditionSyntax> Operands) : ConditionSyntax(Tokens);

    /// <summary>Two or more joined by <c>and</c>.</summary>
    internal sealed record And(TokenSlice Tokens, ImmutableArray<ConditionSyntax> Operands) : ConditionSyntax(Tokens);

    /// <summary><c>not</c> and what it turns round.</summary>
    internal sealed record Not(TokenSlice Tokens, ConditionSyntax Operand) : ConditionSyntax(Tokens);

    /// <summary>A condition in parentheses.</summary>
    internal sealed record Group(TokenSlice Tokens, ConditionSyntax Inner) : ConditionSyntax(Tokens);

    /// <summary><c>during WINDOW</c></summary>
    internal sealed record During(TokenSlice Tokens, NameSyntax Window) : ConditionSyntax(Tokens);

    /// <summary>A signal, and what is asked about it.</summary>
    internal sealed record Atom(TokenSlice Tokens, SignalSyntax Signal, QuestionSyntax? Question)
        : ConditionSyntax(Tokens);
}
