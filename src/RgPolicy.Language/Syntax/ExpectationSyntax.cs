namespace RgPolicy.Language.Syntax;

/// <summary>One thing that a policy test expects.</summary>
internal abstract record ExpectationSyntax(TokenSlice Tokens) : SyntaxNode(Tokens)
{
    /// <summary><c>class NAME</c></summary>
    internal sealed record Class(TokenSlice Tokens, NameSyntax Name) : ExpectationSyntax(Tokens);

    /// <summary><c>pool NAME</c></summary>
    internal sealed record Pool(TokenSlice Tokens, NameSyntax Name) : ExpectationSyntax(Tokens);

    /// <summary><c>line N</c></summary>
    internal sealed record Line(TokenSlice Tokens, SyntaxToken Number) : ExpectationSyntax(Tokens);

    /// <summary>A setting of the pool.</summary>
    internal sealed record Setting(TokenSlice Tokens, SettingBodySyntax Body) : ExpectationSyntax(Tokens);
}
