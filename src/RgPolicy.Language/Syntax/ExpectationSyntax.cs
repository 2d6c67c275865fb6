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

    /// <summary><c>rule NAME [step N]</c></summary>
    internal sealed record Rule(TokenSlice Tokens, NameSyntax Name, SyntaxToken? Step) : ExpectationSyntax(Tokens);

    /// <summary><c>state NAME</c></summary>
    internal sealed record State(TokenSlice Tokens, NameSyntax Name) : ExpectationSyntax(Tokens);

    /// <summary><c>yields POOL</c></summary>
    internal sealed record Yields(TokenSlice Tokens, NameSyntax Name) : ExpectationSyntax(Tokens);

    /// <summary><c>quarantine</c></summary>
    internal sealed record Quarantine(TokenSlice Tokens) : ExpectationSyntax(Tokens);

    /// <summary><c>no rule|state|yields [NAME]</c>, <c>no quarantine</c></summary>
    internal sealed record Absence(TokenSlice Tokens, SyntaxToken What, NameSyntax? Name) : ExpectationSyntax(Tokens);

    /// <summary><c>mask "BITS"</c></summary>
    internal sealed record Mask(TokenSlice Tokens, SyntaxToken Bits) : ExpectationSyntax(Tokens);

    /// <summary>A setting of the pool.</summary>
    internal sealed record Setting(TokenSlice Tokens, SettingBodySyntax Body) : ExpectationSyntax(Tokens);
}
