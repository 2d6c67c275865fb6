namespace RgPolicy.Language.Formatting;

/// <summary>One line of the formatted text before its columns are aligned.</summary>
internal sealed class FormattedLine(int indent, LineKind kind, bool isAfterBlank)
{
    private readonly List<StringBuilder> _cells = [new()];

    /// <summary>Blanks at its start.</summary>
    public int Indent { get; } = indent;

    public LineKind Kind { get; } = kind;

    /// <summary>An empty line stands before it.</summary>
    public bool IsAfterBlank { get; } = isAfterBlank;

    public IReadOnlyList<StringBuilder> Cells => _cells;

    /// <summary>The comment at its end, or empty.</summary>
    public string Comment { get; private set; } = "";

    /// <summary>Continues the last column.</summary>
    public void Append(Gap gap, ReadOnlySpan<char> text)
    {
        if (gap == Gap.Column)
            _cells.Add(new StringBuilder());
        else if (_cells[^1].Length > 0 || _cells.Count > 1)
            _cells[^1].Append(' ', Layout.Blanks(gap));

        _cells[^1].Append(text);
    }

    /// <summary>Puts a comment at its end.</summary>
    public void AddComment(string comment) => Comment = Comment.Length == 0 ? comment : $"{Comment} {comment}";
}
