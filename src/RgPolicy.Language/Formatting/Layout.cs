using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Formatting;

/// <summary>What comes before each token of a text; filled by the planners of one run.</summary>
internal sealed class Layout
{
    private readonly ImmutableArray<SyntaxToken> _tokens;
    private readonly Gap[] _gaps;
    private readonly (int Indent, LineKind Kind)[] _lines;

    public Layout(ImmutableArray<SyntaxToken> tokens)
    {
        _tokens = tokens;
        _gaps = new Gap[tokens.Length];
        _lines = new (int, LineKind)[tokens.Length];
        for (var index = 1; index < tokens.Length; index++)
            _gaps[index] = TokenSpacing.Between(tokens[index - 1], tokens[index]);

        _gaps[^1] = Gap.Line;
    }

    /// <summary>What comes before a token.</summary>
    public Gap this[int index] => _gaps[index];

    /// <summary>Blanks at the start of the line that a token begins.</summary>
    public int Indent(int index) => _lines[index].Indent;

    public LineKind Kind(int index) => _lines[index].Kind;

    /// <summary>The token begins a line.</summary>
    public void Break(int index, int indent, LineKind kind = LineKind.Other)
    {
        _gaps[index] = Gap.Line;
        _lines[index] = (indent, kind);
    }

    public void Set(int index, Gap gap) => _gaps[index] = gap;

    /// <summary>The width of tokens on one line, with the comments between them.</summary>
    public int Width(TokenSlice slice)
    {
        var width = 0;
        for (var index = slice.FirstIndex; index <= slice.LastIndex; index++)
        {
            var token = _tokens[index];
            var isFirst = index == slice.FirstIndex;
            width += token.End - token.Start + (isFirst ? 0 : Blanks(_gaps[index]));
            width += isFirst ? 0 : token.Trivia.Where(trivia => trivia.IsComment).Sum(Width);
        }

        return width;
    }

    // A comment counts the same whichever line ends the text has.
    private static int Width(SyntaxTrivia comment) =>
        comment.Text.TrimEnd().Replace("\r\n", "\n", StringComparison.Ordinal).Length + 1;

    public static int Blanks(Gap gap) =>
        gap switch
        {
            Gap.None => 0,
            Gap.Wide => 3,
            _ => 1,
        };
}

/// <summary>The blanks between two tokens, where no planner says something else.</summary>
internal static class TokenSpacing
{
    public static Gap Between(SyntaxToken left, SyntaxToken right)
    {
        if (IsTightBefore(right) || IsTightAfter(left))
            return Gap.None;

        return right.Kind == TokenKind.Unit && right.Text is "%" or "/s" ? Gap.None : Gap.Space;
    }

    private static bool IsTightBefore(SyntaxToken token) =>
        token.Kind == TokenKind.Mark && token.Text is "," or ")" or ".." or ".";

    private static bool IsTightAfter(SyntaxToken token) =>
        token.Kind == TokenKind.Mark && token.Text is "(" or ".." or ".";
}

/// <summary>What the style puts before a token.</summary>
internal enum Gap
{
    None,

    Space,

    /// <summary>Three blanks: the next setting of a block on one line.</summary>
    Wide,

    /// <summary>At least one blank; the next column of aligned lines begins.</summary>
    Column,

    Line,
}
