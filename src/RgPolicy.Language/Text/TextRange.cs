namespace RgPolicy.Language.Text;

/// <summary>A range of a text; lines and columns from 1, columns in UTF-16 units, the end exclusive.</summary>
public readonly record struct TextRange(int StartLine, int StartColumn, int EndLine, int EndColumn);
