using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Formatting;

/// <summary>
/// Puts tokens and comments into lines. A comment stays where it is: behind something at the end of its
/// line, on a line of its own, or between two tokens. A comment that ends a line makes the next token begin one.
/// </summary>
internal sealed class LineBuilder(SyntaxTree tree, Layout layout, string lineEnd)
{
    private const int ContinuationIndent = 4;

    private readonly List<FormattedLine> _lines = [];
    private bool _isBlankWanted;
    private bool _isBroken;

    public IReadOnlyList<FormattedLine> Build()
    {
        foreach (var token in tree.Tokens)
        {
            AddTrivia(token);
            if (token.Kind != TokenKind.End)
                AddToken(token);
        }

        return _lines;
    }

    private void AddToken(SyntaxToken token)
    {
        var gap = layout[token.Index];
        var text = tree.Source.Content.AsSpan(token.Start, token.End - token.Start);
        var isFirst = token.Index == 0;
        if (gap == Gap.Line || isFirst)
        {
            var isClosing = token.Is("}");
            StartLine(layout.Indent(token.Index), layout.Kind(token.Index), !isClosing);
        }
        else if (_isBroken)
        {
            StartLine(ContinuationIndent, LineKind.Other, false);
            gap = Gap.Space;
        }

        _lines[^1].Append(gap == Gap.Line ? Gap.Space : gap, text);
        _isBlankWanted = false;
    }

    private void StartLine(int indent, LineKind kind, bool mayFollowBlank)
    {
        var isBlank = _isBlankWanted && mayFollowBlank && _lines.Count > 0 && !EndsOpen(_lines[^1]);
        _lines.Add(new FormattedLine(indent, kind, isBlank));
        _isBlankWanted = false;
        _isBroken = false;
    }

    private void AddTrivia(SyntaxToken token)
    {
        var lineEnds = 0;
        foreach (var trivia in token.Trivia)
        {
            if (trivia.IsComment)
            {
                AddComment(token, trivia, lineEnds);
                lineEnds = 0;
            }
            else
            {
                lineEnds += trivia.LineEnds;
            }

            _isBlankWanted |= lineEnds > 1;
        }
    }

    private void AddComment(SyntaxToken next, SyntaxTrivia comment, int lineEnds)
    {
        var text = TextOf(comment);
        var breaks = next.Index == 0 || layout[next.Index] == Gap.Line;
        var endsLine = comment.Kind == TriviaKind.LineComment || comment.HasLineEnd;
        var isBehind = lineEnds == 0 && _lines.Count > 0 && !_isBroken && _lines[^1].Kind != LineKind.Comment;
        if (isBehind && (breaks || endsLine))
        {
            _lines[^1].AddComment(text);
            _isBroken = endsLine;
        }
        else if (breaks || endsLine)
        {
            AddLine(next, text, breaks);
            _isBroken = !breaks;
        }
        else
        {
            AddBetween(text);
        }
    }

    // Only what ends a line of the language: a comment may hold other separators, which are text.
    private string TextOf(SyntaxTrivia comment) =>
        comment
            .Text.TrimEnd()
            .Replace("\r\n", "\n", StringComparison.Ordinal)
            .Replace("\r", "\n", StringComparison.Ordinal)
            .Replace("\n", lineEnd, StringComparison.Ordinal);

    private void AddLine(SyntaxToken next, string text, bool breaks)
    {
        var indent =
            !breaks ? ContinuationIndent
            : next.Is("}") ? layout.Indent(next.Index) + LayoutPlanner.Step
            : layout.Indent(next.Index);
        StartLine(indent, LineKind.Comment, true);
        _lines[^1].Append(Gap.None, text);
    }

    private void AddBetween(string text)
    {
        if (_isBroken)
            StartLine(ContinuationIndent, LineKind.Other, false);

        _lines[^1].Append(Gap.Space, text);
        _isBlankWanted = false;
    }

    private static bool EndsOpen(FormattedLine line) =>
        line.Comment.Length == 0
        && line.Kind != LineKind.Comment
        && line.Cells[^1] is { Length: > 0 } last
        && last[^1] == '{';
}

/// <summary>Neighbouring lines of one kind have their columns aligned.</summary>
internal enum LineKind
{
    /// <summary>Never aligned.</summary>
    Other,

    /// <summary>A comment on a line of its own.</summary>
    Comment,

    Let,

    /// <summary><c>class</c> and <c>default</c></summary>
    Class,

    Pool,

    /// <summary>A setting on a line of its own.</summary>
    Setting,

    Step,

    /// <summary>A row of a table of cases.</summary>
    Row,

    /// <summary>A moment of a policy test.</summary>
    Moment,
}
