namespace RgPolicy.Plans.Sql;

/// <summary>One token as a range of its text.</summary>
internal readonly record struct SqlToken(SqlTokenKind Kind, int Start, int Length)
{
    /// <summary>The end, exclusive.</summary>
    public int End => Start + Length;

    /// <summary>A literal or a place for one.</summary>
    public bool IsValue => Kind is SqlTokenKind.Text or SqlTokenKind.Number or SqlTokenKind.Parameter;

    /// <summary>The token's own text.</summary>
    public ReadOnlySpan<char> In(string text) => text.AsSpan(Start, Length);

    /// <summary>True for this word in any case.</summary>
    public bool Is(string text, string word) =>
        Kind == SqlTokenKind.Word && In(text).Equals(word, StringComparison.OrdinalIgnoreCase);

    /// <summary>True for this symbol.</summary>
    public bool IsSymbol(string text, char symbol) => Kind is SqlTokenKind.Symbol && text[Start] == symbol;

    /// <summary>The number of a parameter; the largest there is where it is larger.</summary>
    public int ParameterNumber(string text) =>
        int.TryParse(In(text)[1..], NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : int.MaxValue;

    /// <summary>What stands between a name's or a text's quotes, with one quote for each two; anything else as it is
    /// written.</summary>
    public string Unquoted(string text)
    {
        var whole = In(text);
        if (Kind is not (SqlTokenKind.QuotedName or SqlTokenKind.Text))
            return whole.ToString();
        var quote = whole[^1].ToString();
        var inner = whole[(whole.IndexOfAny("'\"`[") + 1)..^1];
        return inner.ToString().Replace(quote + quote, quote, StringComparison.Ordinal);
    }
}

/// <summary>What a token is.</summary>
internal enum SqlTokenKind
{
    /// <summary>The end of the text.</summary>
    End,

    /// <summary>A key word or name without quotes.</summary>
    Word,

    /// <summary>A name in quotes, backticks or brackets.</summary>
    QuotedName,

    /// <summary>A name with Unicode escapes, <c>U&amp;"..."</c>.</summary>
    UnicodeName,

    /// <summary>A text in quotes of any form.</summary>
    Text,

    /// <summary>A number.</summary>
    Number,

    /// <summary>A place for a value: <c>$1</c> or <c>?</c>.</summary>
    Parameter,

    /// <summary>An operator.</summary>
    Operator,

    /// <summary>Any other single character.</summary>
    Symbol,

    /// <summary>A text, name or comment that does not end.</summary>
    Broken,
}
