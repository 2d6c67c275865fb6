namespace RgPolicy.Language.Syntax;

/// <summary>What a rule does.</summary>
internal abstract record ActionSyntax(TokenSlice Tokens) : SyntaxNode(Tokens)
{
    /// <summary><c>log</c></summary>
    internal sealed record Log(TokenSlice Tokens) : ActionSyntax(Tokens);

    /// <summary><c>notify</c></summary>
    internal sealed record Notify(TokenSlice Tokens) : ActionSyntax(Tokens);

    /// <summary><c>deprioritize</c></summary>
    internal sealed record Deprioritize(TokenSlice Tokens) : ActionSyntax(Tokens);

    /// <summary><c>limit SETTING VALUE</c></summary>
    internal sealed record Limit(TokenSlice Tokens, SettingBodySyntax Setting) : ActionSyntax(Tokens);

    /// <summary><c>move to POOL</c></summary>
    internal sealed record MoveTo(TokenSlice Tokens, NameSyntax Pool) : ActionSyntax(Tokens);

    /// <summary><c>shrink next</c></summary>
    internal sealed record ShrinkNext(TokenSlice Tokens) : ActionSyntax(Tokens);

    /// <summary><c>quarantine fingerprint [to POOL] for T</c></summary>
    internal sealed record Quarantine(TokenSlice Tokens, NameSyntax? Pool, ExpressionSyntax Duration)
        : ActionSyntax(Tokens);

    /// <summary><c>cancel</c></summary>
    internal sealed record Cancel(TokenSlice Tokens) : ActionSyntax(Tokens);
}
