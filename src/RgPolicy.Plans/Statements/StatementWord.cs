namespace RgPolicy.Plans.Statements;

/// <summary>A word in upper case or a single sign of a statement's text.</summary>
/// <param name="Word">The word, or the sign, or <c>"</c> for a quoted name and <c>'</c> for a value.</param>
/// <param name="Depth">Open parentheses before it.</param>
internal readonly record struct StatementWord(string Word, int Depth);
