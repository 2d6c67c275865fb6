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
    public bool Is(string text) => Kind is TokenKind.Word or TokenKind.Mark && Text == text;
}

internal enum TokenKind
{
    /// <summary>A name or a word of the language; which of the two, its place says.</summary>
    Word,

    Integer,

    Decimal,

    /// <summary>Whole numbers joined by two or more dots.</summary>
    Version,

    /// <summary>A time of day.</summary>
    Clock,

    Text,

    /// <summary>The unit of the number before it.</summary>
    Unit,

    /// <summary>An operator, a bracket or another mark.</summary>
    Mark,

    /// <summary>The end of the text; its trivia are what stands behind the last token.</summary>
    End,
}

/// <summary>Neighbouring tokens of a text; at least one.</summary>
internal readonly record struct TokenSlice(ImmutableArray<SyntaxToken> All, int FirstIndex, int LastIndex)
{
    public SyntaxToken First => All[FirstIndex];

    public SyntaxToken Last => All[LastIndex];

    public ReadOnlySpan<SyntaxToken> AsSpan() => All.AsSpan().Slice(FirstIndex, LastIndex - FirstIndex + 1);
}
