namespace RgPolicy.Language.Syntax;

/// <summary>Text that means nothing: blanks, comments, and characters that are no token.</summary>
internal readonly record struct SyntaxTrivia(TriviaKind Kind, string Text, int Start)
{
    /// <summary>The offset behind it.</summary>
    public int End => Start + Text.Length;

    /// <summary>Line ends in it: LF, CR LF and CR.</summary>
    public int LineEnds
    {
        get
        {
            var count = 0;
            for (var index = 0; index < Text.Length; index++)
            {
                count +=
                    Text[index] == '\n'
                    || (Text[index] == '\r' && (index + 1 == Text.Length || Text[index + 1] != '\n'))
                        ? 1
                        : 0;
            }

            return count;
        }
    }

    /// <summary>True when it goes over a line's end.</summary>
    public bool HasLineEnd => Text.AsSpan().IndexOfAny('\r', '\n') >= 0;

    public bool IsComment => Kind is TriviaKind.LineComment or TriviaKind.BlockComment;
}

/// <summary>What stands between tokens.</summary>
internal enum TriviaKind
{
    Blank,

    /// <summary>A comment from <c>//</c> to the end of the line, without the line end.</summary>
    LineComment,

    /// <summary>A comment between <c>/*</c> and <c>*/</c>.</summary>
    BlockComment,

    /// <summary>Characters that are no token; they have a diagnostic of their own.</summary>
    Skipped,
}
