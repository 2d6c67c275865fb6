namespace RgPolicy.Language.Syntax;

/// <summary>What stands between tokens.</summary>
internal enum TriviaKind
{
    /// <summary>Blanks and line ends.</summary>
    Blank,

    /// <summary>A comment from <c>//</c> to the end of the line, without the line end.</summary>
    LineComment,

    /// <summary>A comment between <c>/*</c> and <c>*/</c>.</summary>
    BlockComment,

    /// <summary>Characters that are no token; they have a diagnostic of their own.</summary>
    Skipped,
}
