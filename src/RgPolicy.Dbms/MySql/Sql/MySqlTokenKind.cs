namespace RgPolicy.Dbms.MySql.Sql;

/// <summary>What a token of MySQL's SQL is.</summary>
internal enum MySqlTokenKind
{
    /// <summary>A keyword or a name without quotes.</summary>
    Word,

    /// <summary>A name in backticks.</summary>
    QuotedName,

    /// <summary>A text in single or double quotes.</summary>
    Text,

    /// <summary>A number.</summary>
    Number,

    /// <summary>A place for a value.</summary>
    Parameter,

    /// <summary>One character of anything else.</summary>
    Symbol,

    /// <summary>A text, name or comment that does not end.</summary>
    Broken,
}
