namespace RgPolicy.Language.Text;

/// <summary>A text, its path and where its lines begin; LF, CR LF and CR all end a line.</summary>
internal sealed class SourceText
{
    private readonly ImmutableArray<int> _lineStarts;

    public SourceText(string content, string path)
    {
        Content = content;
        Path = path;
        _lineStarts = FindLineStarts(content);
    }

    public string Content { get; }

    public string Path { get; }

    /// <summary>The range from one offset to another, the end exclusive.</summary>
    public TextRange Range(int start, int end)
    {
        var (startLine, startColumn) = Position(start);
        var (endLine, endColumn) = Position(end);
        return new TextRange(startLine, startColumn, endLine, endColumn);
    }

    public int Offset(int line, int column) =>
        Math.Min(_lineStarts[Math.Clamp(line - 1, 0, _lineStarts.Length - 1)] + column - 1, Content.Length);

    /// <summary>True when only blanks stand before the offset on its line.</summary>
    public bool IsFirstOnLine(int offset)
    {
        var line = Position(offset).Line;
        return Content.AsSpan(_lineStarts[line - 1], offset - _lineStarts[line - 1]).Trim().IsEmpty;
    }

    private (int Line, int Column) Position(int offset)
    {
        var bounded = Math.Clamp(offset, 0, Content.Length);
        var found = _lineStarts.BinarySearch(bounded);
        var index = found >= 0 ? found : ~found - 1;
        return (index + 1, bounded - _lineStarts[index] + 1);
    }

    private static ImmutableArray<int> FindLineStarts(string content)
    {
        var starts = ImmutableArray.CreateBuilder<int>();
        starts.Add(0);
        for (var index = 0; index < content.Length; index++)
        {
            var endsLine =
                content[index] == '\n'
                || (content[index] == '\r' && (index + 1 == content.Length || content[index + 1] != '\n'));
            if (endsLine)
                starts.Add(index + 1);
        }

        return starts.ToImmutable();
    }
}

/// <summary>A range of a text; lines and columns from 1, columns in UTF-16 units, the end exclusive.</summary>
public readonly record struct TextRange(int StartLine, int StartColumn, int EndLine, int EndColumn)
{
    /// <summary>True when a range of the same text lies within this one; each lies within itself.</summary>
    public bool Contains(TextRange inner) =>
        (inner.StartLine, inner.StartColumn).CompareTo((StartLine, StartColumn)) >= 0
        && (inner.EndLine, inner.EndColumn).CompareTo((EndLine, EndColumn)) <= 0;
}

/// <summary>What one policy text may cost; beyond it there is a diagnostic, never a crash.</summary>
internal static class TextLimits
{
    /// <summary>Bytes of a file, or UTF-16 units of a text.</summary>
    public const int Size = 10_000_000;

    /// <summary>Parentheses, braces and signs inside each other, and constants that stand for each other.</summary>
    public const int Depth = 200;

    public const int Digits = 60;

    /// <summary>Bits of numerator or denominator of a computed constant.</summary>
    public const int Bits = 2048;

    /// <summary>Findings that one run reports.</summary>
    public const int Findings = 500;
}
