using System.Collections.Immutable;

namespace RgPolicy.Language.Syntax;

/// <summary>Neighbouring tokens of a text; at least one.</summary>
/// <param name="All">All tokens of the text.</param>
/// <param name="FirstIndex">The first of the slice.</param>
/// <param name="LastIndex">The last of the slice.</param>
internal readonly record struct TokenSlice(ImmutableArray<SyntaxToken> All, int FirstIndex, int LastIndex)
{
    /// <summary>The first token.</summary>
    public SyntaxToken First => All[FirstIndex];

    /// <summary>The last token.</summary>
    public SyntaxToken Last => All[LastIndex];

    /// <summary>The tokens in their order.</summary>
    public ReadOnlySpan<SyntaxToken> AsSpan() => All.AsSpan().Slice(FirstIndex, LastIndex - FirstIndex + 1);
}
