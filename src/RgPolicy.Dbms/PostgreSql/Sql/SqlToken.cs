using System.Globalization;

namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>One token as a range of its text.</summary>
internal readonly record struct SqlToken(SqlTokenKind Kind, int Start, int Length)
{
    /// <summary>The end, exclusive.</summary>
    public int End => Start + Length;

    /// <summary>The token's own text.</summary>
    public ReadOnlySpan<char> In(string text) => text.AsSpan(Start, Length);

    /// <summary>True for this word in any case.</summary>
    public bool Is(string text, string word) =>
        Kind == SqlTokenKind.Word && In(text).Equals(word, StringComparison.OrdinalIgnoreCase);

    /// <summary>True for this symbol.</summary>
    public bool IsSymbol(string text, char symbol) => Kind == SqlTokenKind.Symbol && text[Start] == symbol;

    /// <summary>The number of a parameter; the largest there is where it is larger.</summary>
    public int ParameterNumber(string text) =>
        int.TryParse(In(text)[1..], NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : int.MaxValue;
}
