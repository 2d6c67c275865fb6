namespace RgPolicy.Dbms.MySql.Sql;

/// <summary>A token and where it stands.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Start">Its first character.</param>
/// <param name="End">The one behind its last.</param>
internal readonly record struct MySqlToken(MySqlTokenKind Kind, int Start, int End)
{
    /// <summary>Its text.</summary>
    public ReadOnlySpan<char> In(string text) => text.AsSpan(Start, End - Start);

    /// <summary>True for this keyword, in any case.</summary>
    public bool IsWord(string text, string word) =>
        Kind == MySqlTokenKind.Word && In(text).Equals(word, StringComparison.OrdinalIgnoreCase);

    /// <summary>True for this character.</summary>
    public bool IsSymbol(string text, char symbol) => Kind == MySqlTokenKind.Symbol && text[Start] == symbol;
}
