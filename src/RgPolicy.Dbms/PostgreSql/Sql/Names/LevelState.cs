namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>Where the reader is inside a pair of parentheses.</summary>
internal enum LevelState
{
    /// <summary>An expression, arguments, a list of columns: FROM is not a clause here.</summary>
    Expression,

    /// <summary>SELECT, VALUES, TABLE, WITH or a parenthesis comes, or the end of the query that just ended.</summary>
    QueryStart,

    /// <summary>The select list, or what follows the tables.</summary>
    Body,

    /// <summary>A table, function or parenthesis comes.</summary>
    Item,

    /// <summary>Behind a table: alias, join, condition.</summary>
    AfterItem,

    /// <summary>The name of a WITH query comes.</summary>
    CommonName,

    /// <summary>Behind that name, up to its query.</summary>
    CommonHead,

    /// <summary>Inside its query, until the parenthesis closes.</summary>
    CommonBody,

    /// <summary>Behind a WITH query.</summary>
    AfterCommon,

    /// <summary>Inside SEARCH or CYCLE, where commas separate columns.</summary>
    CommonOrder,
}
