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

/// <summary>What a token is.</summary>
internal enum TokenKind
{
    /// <summary>A name or a word of the language; which of the two, its place says.</summary>
    Word,

    /// <summary>A whole number.</summary>
    Integer,

    /// <summary>A number with a point.</summary>
    Decimal,

    /// <summary>Whole numbers joined by two or more dots.</summary>
    Version,

    /// <summary>A time of day.</summary>
    Clock,

    /// <summary>A text with its quotes.</summary>
    Text,

    /// <summary>The unit of the number before it.</summary>
    Unit,

    /// <summary>An operator, a bracket or another mark.</summary>
    Mark,

    /// <summary>The end of the text; its trivia are what stands behind the last token.</summary>
    End,
}

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
