using System.Collections.Immutable;

namespace RgPolicy.Language.Syntax;

/// <summary>One thing that a policy test supplies.</summary>
internal abstract record GivenSyntax(TokenSlice Tokens) : SyntaxNode(Tokens)
{
    /// <summary><c>plan "FILE"</c></summary>
    internal sealed record Plan(TokenSlice Tokens, SyntaxToken Path) : GivenSyntax(Tokens);

    /// <summary><c>statement N</c></summary>
    internal sealed record Statement(TokenSlice Tokens, SyntaxToken Number) : GivenSyntax(Tokens);

    /// <summary><c>session { ... }</c></summary>
    internal sealed record Session(TokenSlice Tokens, ImmutableArray<GivenValueSyntax> Values) : GivenSyntax(Tokens);

    /// <summary><c>{ SIGNAL VALUE, ... }</c>, or one without braces</summary>
    internal sealed record Signals(TokenSlice Tokens, ImmutableArray<GivenValueSyntax> Values) : GivenSyntax(Tokens);

    /// <summary><c>objective CLASS late SHARE</c></summary>
    internal sealed record Late(TokenSlice Tokens, NameSyntax Class, ExpressionSyntax Share) : GivenSyntax(Tokens);

    /// <summary><c>at "TIME"</c></summary>
    internal sealed record Moment(TokenSlice Tokens, SyntaxToken Time) : GivenSyntax(Tokens);

    /// <summary><c>target PROFILE</c></summary>
    internal sealed record Profile(TokenSlice Tokens, SyntaxToken Name) : GivenSyntax(Tokens);
}
