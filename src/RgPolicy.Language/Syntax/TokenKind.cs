namespace RgPolicy.Language.Syntax;

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
