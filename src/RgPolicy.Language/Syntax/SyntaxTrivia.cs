namespace RgPolicy.Language.Syntax;

/// <summary>Text that means nothing: blanks, comments, and characters that are no token.</summary>
/// <param name="Kind">Which.</param>
/// <param name="Text">As written.</param>
/// <param name="Start">Its offset in UTF-16 units.</param>
internal readonly record struct SyntaxTrivia(TriviaKind Kind, string Text, int Start)
{
    /// <summary>The offset behind it.</summary>
    public int End => Start + Text.Length;

    /// <summary>True for both kinds of comment.</summary>
    public bool IsComment => Kind is TriviaKind.LineComment or TriviaKind.BlockComment;
}
