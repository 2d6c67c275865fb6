using System.Collections.Immutable;

namespace RgPolicy.Language.Syntax;

/// <summary>One token with the trivia before it.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Text">What it means: as written, but an operator or a unit of another language as what
/// it stands for.</param>
/// <param name="Start">Its offset in UTF-16 units.</param>
/// <param name="End">The offset behind it.</param>
/// <param name="Index">Its place among the tokens of the text.</param>
/// <param name="Trivia">What stands between the token before and this one.</param>
internal sealed record SyntaxToken(
    TokenKind Kind,
    string Text,
    int Start,
    int End,
    int Index,
    ImmutableArray<SyntaxTrivia> Trivia
)
{
    /// <summary>True for this word or mark.</summary>
    public bool Is(string text) => Kind is TokenKind.Word or TokenKind.Mark && Text == text;
}
