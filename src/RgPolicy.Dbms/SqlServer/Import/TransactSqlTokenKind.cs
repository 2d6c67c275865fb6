namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>What a token of a T-SQL text is.</summary>
internal enum TransactSqlTokenKind
{
    /// <summary>A keyword, a plain name, a variable or a number.</summary>
    Word,

    /// <summary>A name in brackets or double quotes.</summary>
    QuotedName,

    /// <summary>A text in single quotes.</summary>
    Literal,

    /// <summary>An operator or a mark.</summary>
    Sign,

    /// <summary>The end of the text.</summary>
    End,
}
