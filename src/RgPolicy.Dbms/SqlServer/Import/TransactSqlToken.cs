namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>A token of a T-SQL text.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Text">A word or sign as it is written, a name without its quotes, a literal's text.</param>
/// <param name="Start">Where it begins.</param>
/// <param name="End">The place after it.</param>
internal readonly record struct TransactSqlToken(TransactSqlTokenKind Kind, string Text, int Start, int End)
{
    /// <summary>True for this word or sign, in any case.</summary>
    public bool Is(string text) =>
        Kind is TransactSqlTokenKind.Word or TransactSqlTokenKind.Sign
        && string.Equals(Text, text, StringComparison.OrdinalIgnoreCase);
}
