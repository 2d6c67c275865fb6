using System.Collections.Immutable;

namespace RgPolicy.Language.Syntax;

/// <summary>A set of cores.</summary>
internal abstract record CoreSetSyntax(TokenSlice Tokens) : SyntaxNode(Tokens)
{
    /// <summary><c>all</c></summary>
    internal sealed record All(TokenSlice Tokens) : CoreSetSyntax(Tokens);

    /// <summary><c>like POOL</c></summary>
    internal sealed record Like(TokenSlice Tokens, NameSyntax Pool) : CoreSetSyntax(Tokens);

    /// <summary><c>socket N</c> or <c>numa N</c></summary>
    internal sealed record Node(TokenSlice Tokens, bool IsSocket, SyntaxToken Number) : CoreSetSyntax(Tokens);

    /// <summary><c>0..3, 8</c></summary>
    internal sealed record List(TokenSlice Tokens, ImmutableArray<CoreRangeSyntax> Ranges) : CoreSetSyntax(Tokens);

    /// <summary><c>50%</c></summary>
    internal sealed record Share(TokenSlice Tokens, SyntaxToken Number, SyntaxToken Unit) : CoreSetSyntax(Tokens);

    /// <summary>The name of a constant.</summary>
    internal sealed record Named(TokenSlice Tokens) : CoreSetSyntax(Tokens);
}
