namespace RgPolicy.Language.Text;

/// <summary>A range of a text; lines and columns from 1, columns in UTF-16 units, the end exclusive.</summary>
public readonly record struct TextRange(int StartLine, int StartColumn, int EndLine, int EndColumn)
{
    /// <summary>True when a range of the same text lies within this one; each lies within itself.</summary>
    public bool Contains(TextRange inner) =>
        (inner.StartLine, inner.StartColumn).CompareTo((StartLine, StartColumn)) >= 0
        && (inner.EndLine, inner.EndColumn).CompareTo((EndLine, EndColumn)) <= 0;
}
