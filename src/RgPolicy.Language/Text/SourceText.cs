using System.Collections.Immutable;

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

    /// <summary>The offset of a line and a column, both from 1.</summary>
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
            {
                starts.Add(index + 1);
            }
        }

        return starts.ToImmutable();
    }
}
