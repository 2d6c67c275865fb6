namespace RgPolicy.Plans.Sql;

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
