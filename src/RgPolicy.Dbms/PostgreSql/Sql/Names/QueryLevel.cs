namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>What stands between two parentheses, as far as it was read.</summary>
internal sealed class QueryLevel(LevelState state)
{
    public LevelState State { get; set; } = state;
    public bool HasFrom { get; set; }
    public List<string> Common { get; } = [];
    public bool IsRecursive { get; set; }
    public int FoundBefore { get; set; }
    public int FoundAtOpen { get; init; }

    /// <summary>Its parenthesis is an item of FROM: a query, or tables that are joined.</summary>
    public bool IsItem { get; init; }

    public bool IsQuery { get; } = state == LevelState.QueryStart;

    /// <summary>The item of FROM that was just read: an alias of it may come.</summary>
    public PlaceRange? Item { get; set; }

    public List<PlaceRange> Items { get; } = [];
    public bool HasStar { get; set; }
    public string Pending { get; set; } = "";
}

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

    CommonName,
    CommonHead,

    /// <summary>Inside its query, until the parenthesis closes.</summary>
    CommonBody,

    AfterCommon,

    /// <summary>Inside SEARCH or CYCLE, where commas separate columns.</summary>
    CommonOrder,
}
