namespace RgPolicy.Language.Syntax;

/// <summary>A setting's name and value.</summary>
internal abstract record SettingBodySyntax(TokenSlice Tokens) : SyntaxNode(Tokens)
{
    /// <summary><c>cache SIZE[, at least N ways][, exclusive]</c></summary>
    internal sealed record Cache(TokenSlice Tokens, ExpressionSyntax Size, ExpressionSyntax? Least, bool IsExclusive)
        : SettingBodySyntax(Tokens);

    /// <summary><c>cores SET</c></summary>
    internal sealed record Cores(TokenSlice Tokens, CoreSetSyntax Set) : SettingBodySyntax(Tokens);

    /// <summary>Any other setting: its words, joined by one blank, and one number.</summary>
    internal sealed record Amount(TokenSlice Tokens, string Words, ExpressionSyntax Value) : SettingBodySyntax(Tokens);
}
