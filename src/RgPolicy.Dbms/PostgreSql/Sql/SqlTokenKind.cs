namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>The kinds of tokens of PostgreSQL's SQL; comments and white space are not tokens.</summary>
internal enum SqlTokenKind
{
    /// <summary>The end of the text.</summary>
    End,

    /// <summary>A key word or an unquoted name.</summary>
    Word,

    /// <summary>A name in double quotes.</summary>
    QuotedName,

    /// <summary>A name such as <c>U&amp;"d\0061t"</c>, whose meaning depends on what follows.</summary>
    UnicodeName,

    /// <summary>A string of any form: plain, escape, Unicode, bit, dollar-quoted.</summary>
    Text,

    /// <summary>A number.</summary>
    Number,

    /// <summary>A parameter such as <c>$1</c>.</summary>
    Parameter,

    /// <summary>An operator.</summary>
    Operator,

    /// <summary>One of <c>( ) [ ] , ; . :</c> or a character that belongs to nothing else.</summary>
    Symbol,

    /// <summary>A string, name or comment that does not end.</summary>
    Broken,
}
